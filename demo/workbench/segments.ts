import { css, html } from 'lit';

export type Option = readonly [value: string, label: string];

/** Radio buttons that look like one segmented control. */
export function segments(
  name: string,
  options: readonly Option[],
  chosen: string,
  choose: (value: string) => void,
) {
  return html`<span
    class=${`segments ${options.length < 4 ? 'roomy' : ''}`}
    role="radiogroup"
    aria-label=${name}
  >
    ${options.map(
      ([value, text]) =>
        html`<label>
          <input
            type="radio"
            name=${name}
            .value=${value}
            .checked=${value === chosen}
            @change=${() => choose(value)}
          />${text}
        </label>`,
    )}
  </span>`;
}

export const segmentStyles = css`
  .segments {
    display: inline-flex;
    justify-self: start;
    overflow: hidden;
    border: 1px solid var(--_line-strong);
    border-radius: 6px;
  }
  .segments:has(:focus-visible) {
    outline: 3px solid var(--_accent);
    outline-offset: 2px;
  }
  .segments input {
    position: absolute;
    opacity: 0;
    pointer-events: none;
  }
  .segments label {
    position: relative;
    display: grid;
    min-height: 32px;
    align-items: center;
    padding: 4px;
    font-size: 0.88em;
    cursor: pointer;
    font-variant-numeric: tabular-nums;
  }
  .roomy label {
    padding-inline: 8px;
  }
  .segments label + label {
    border-inline-start: 1px solid var(--_line);
  }
  .segments label:has(:checked) {
    background: var(--_ink);
    color: var(--_surface);
  }
  @media (forced-colors: active) {
    .segments label:has(:checked) {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
    }
  }
`;
