import { css, html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { src } from './address.ts';

/**
 * The first of several pictures, which is decorative: the title beside it names what it shows. Its
 * box has its size before it loads, and is hidden if it fails to load or the host page's policy
 * forbids it.
 */
export function picture([address]: string[]): TemplateResult | typeof nothing {
  if (!address || src(address) === nothing) return nothing;
  const hide = ({ target }: Event) => ((target as HTMLElement).hidden = true);
  // Each address has an element of its own, so that none stays hidden because another failed.
  return html`${keyed(address, html`<img class="picture" src=${src(address)} alt="" loading="lazy" decoding="async" @error=${hide} />`)}`;
}

export const pictureStyles = css`
  .picture {
    display: block;
    width: 100%;
    aspect-ratio: 2;
    object-fit: cover;
    background: var(--_raised);
  }
`;
