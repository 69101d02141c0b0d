import { css, html, type TemplateResult } from 'lit';
import type { Site } from '#contract/site.schema';
import type { ListWords } from '../../messages/words.ts';
import { ground } from '../../styles/design-tokens.ts';

/** The head of a dialog: the name of the site's seller and a button that closes it. */
export function dialogHead(
  site: Site | undefined,
  words: ListWords,
  close: () => void,
): TemplateResult {
  return html`<header>
    <span class="strong">${site?.seller?.name}</span>
    <button type="button" aria-label=${words.say('closeDialog')} @click=${close}>
      <svg viewBox="0 0 16 16" aria-hidden="true"><path d="m3 3 10 10M13 3 3 13" /></svg>
    </button>
  </header>`;
}

export const dialogHeadStyles = css`
  header {
    position: sticky;
    inset-block-start: 0;
    z-index: 2;
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 16px;
    padding-block: 8px;
    ${ground('surface')};
  }
  header button {
    display: grid;
    place-items: center;
    width: 44px;
    height: 44px;
    margin-inline-end: -12px;
    border: 0;
    border-radius: var(--_radius-small);
    background: none;
  }
  header svg {
    width: 16px;
    fill: none;
    stroke: currentcolor;
    stroke-width: 1.7;
  }
`;
