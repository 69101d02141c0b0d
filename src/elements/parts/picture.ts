import { css, html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';

/**
 * The first of these pictures, in a box that is there before it is. One that cannot be had, or that
 * the page's policy does not allow, leaves what is shown without any. Without words for it, it is
 * decoration.
 */
export function picture([src]: string[], alt = ''): TemplateResult | typeof nothing {
  if (!src) return nothing;
  const hide = ({ target }: Event) => ((target as HTMLElement).hidden = true);
  // Another picture is another element, so that one is not hidden for what the other was.
  return html`${keyed(src, html`<img class="picture" src=${src} alt=${alt} loading="lazy" decoding="async" @error=${hide} />`)}`;
}

export const pictureStyles = css`
  .picture {
    display: block;
    width: 100%;
    aspect-ratio: 2;
    object-fit: cover;
    background: var(--_raised);
    /* Its words are for those who hear them, not for the box while it is empty. */
    color: transparent;
  }
`;
