import { css } from 'lit';

export const ownEventStyles = css`
  form {
    display: grid;
    gap: 16px;
  }
  .intro {
    display: grid;
    gap: 4px;
  }
  h2.heading {
    margin: 0;
    font-size: 1.1875em;
  }
  h3,
  h4 {
    margin: 0;
    font-size: 1em;
    font-weight: 620;
  }
  .field {
    display: grid;
    gap: 4px;
    min-width: 0;
    align-content: start;
  }
  .field > label,
  .label {
    font-weight: 560;
  }
  .field > label .small,
  .label .small {
    font-weight: 400;
  }
  .pair {
    display: grid;
    gap: 16px 12px;
    grid-template-columns: repeat(auto-fit, minmax(min(130px, 100%), 1fr));
    align-items: start;
  }
  input:not([type='checkbox'], [type='radio'], [type='file']),
  select,
  textarea {
    width: 100%;
    min-width: 0;
    min-height: 44px;
    padding: 8px 12px;
    border: 1px solid var(--_line-strong);
    border-radius: var(--_radius-small);
    background: var(--_surface);
    color: var(--_ink);
  }
  select {
    padding-inline: 8px;
    text-overflow: ellipsis;
  }
  textarea {
    display: block;
    resize: vertical;
    field-sizing: content;
    min-height: 92px;
    max-height: 320px;
  }
  input::placeholder,
  textarea::placeholder {
    color: var(--_muted-text);
    opacity: 1;
  }
  [aria-invalid='true']:not(fieldset) {
    border-color: var(--_bad) !important;
    box-shadow: inset 0 0 0 1px var(--_bad);
  }
  .problem {
    max-width: none;
    color: var(--_bad);
    font-size: 0.9em;
    overflow-wrap: anywhere;
  }
  .section {
    display: grid;
    gap: 12px;
    padding-top: 16px;
    border-top: 1px solid var(--_line);
  }
  .head {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
    align-items: baseline;
    justify-content: space-between;
  }
  .head select {
    width: auto;
    min-height: 36px;
    padding-block: 4px;
  }
  .rows {
    display: grid;
    gap: 8px;
  }
  .week {
    gap: 12px;
  }
  .line {
    display: grid;
    gap: 8px;
    grid-template-columns: minmax(0, 1fr) 104px 44px;
    align-items: start;
  }
  .line .problem {
    grid-column: 1 / -1;
  }
  .line.date {
    grid-template-columns: minmax(0, 1fr) 104px 72px 44px;
  }
  .line.named {
    grid-template-columns: minmax(0, 1fr) 104px;
  }
  .money {
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
  .remove {
    display: grid;
    place-items: center;
    width: 44px;
    height: 44px;
    padding: 0;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-small);
    background: none;
    font-size: 1.1em;
  }
  .quiet {
    justify-self: start;
    padding: 4px 0;
  }
  .days {
    display: grid;
    grid-template-columns: repeat(7, minmax(0, 40px));
    gap: 4px 6px;
  }
  .days label {
    position: relative;
    display: grid;
    place-items: center;
    aspect-ratio: 1;
    border: 1px solid var(--_line-strong);
    border-radius: 50%;
    font-size: 0.9em;
    cursor: pointer;
  }
  .days input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  .days label:has(:checked) {
    border-color: var(--_accent);
    background: var(--_accent);
    color: var(--_on-accent);
    font-weight: 620;
  }
  .days label:has(:focus-visible) {
    outline: 2px solid var(--_accent-text);
    outline-offset: 2px;
  }
  @media (forced-colors: active) {
    .days label:has(:checked) {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
    }
  }
  .group,
  .product {
    display: grid;
    gap: 12px;
    padding: 12px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  .check {
    display: flex;
    gap: 8px;
    align-items: center;
    min-height: 32px;
  }
  .check input {
    width: 20px;
    height: 20px;
    accent-color: var(--_accent);
  }
  .pictures {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .pictures li {
    position: relative;
    list-style: none;
  }
  .pictures img {
    display: block;
    width: 132px;
    height: 88px;
    object-fit: cover;
    border-radius: var(--_radius-small);
  }
  .pictures .remove {
    position: absolute;
    inset-block-start: 4px;
    inset-inline-end: 4px;
    width: 32px;
    height: 32px;
    border-color: transparent;
    background: var(--_surface);
  }
  .sources {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
    align-items: center;
  }
  .file {
    position: relative;
    display: inline-grid;
    place-items: center;
    min-height: 44px;
    padding: 8px 14px;
    border: 1px solid var(--_line-strong);
    border-radius: var(--_radius-small);
    cursor: pointer;
  }
  .file:has(:focus-visible) {
    outline: 2px solid var(--_accent-text);
    outline-offset: 2px;
  }
  .file input {
    position: absolute;
    inset: 0;
    width: 100%;
    opacity: 0;
    cursor: pointer;
  }
  summary {
    padding: 6px 0;
    color: var(--_muted-text);
  }
  details[open] > :not(summary) {
    margin-top: 8px;
  }
  .foot {
    display: grid;
    gap: 8px;
    padding-block: 12px;
    border-top: 1px solid var(--_line);
    background: var(--_surface);
  }
  .where {
    max-width: none;
  }
  .foot .note {
    padding: 8px 12px;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 20px;
    align-items: center;
  }
  .buttons .primary {
    width: auto;
    min-height: 44px;
    padding: 8px 18px;
  }
  .tries {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    align-items: center;
  }
  .tries .action {
    min-height: 36px;
    padding-inline: 12px;
  }
  .tries .action[aria-pressed='true'] {
    border-color: var(--_ink);
    background: var(--_ink);
    color: var(--_surface);
  }
  @media (min-width: 700px) {
    .foot {
      position: sticky;
      bottom: -16px;
      z-index: 1;
      margin-bottom: -16px;
      padding-bottom: 16px;
    }
  }
  @media (max-width: 379px) {
    .days {
      gap: 4px;
    }
    .line {
      gap: 6px;
      grid-template-columns: minmax(0, 1fr) 84px 40px;
    }
    .line .remove {
      width: 40px;
    }
    .line.date {
      grid-template-columns: minmax(0, 1fr) 92px;
    }
    .line.date .remove {
      justify-self: end;
    }
  }
`;
