import { css } from 'lit';
import { base } from '../styles/base.ts';
import { ground } from '../styles/design-tokens.ts';
import { dayListStyles } from './parts/day-list.ts';
import { dayStripStyles } from './parts/day-strip.ts';
import { weeksHeaderStyles } from './parts/weeks-header.ts';

const own = css`
  :host {
    position: relative;
    container-type: inline-size;
    /* Otherwise the page would scroll sideways by the room for the focus ring of the next days. */
    contain: layout;
  }
  .views {
    display: flex;
    gap: 16px;
    margin-bottom: 8px;
  }
  .views button {
    min-height: 44px;
    padding: 4px 0;
    border: 0;
    border-bottom: 2px solid transparent;
    background: none;
    color: var(--_muted-text);
  }
  .views [aria-pressed='true'] {
    border-color: var(--_accent);
    color: var(--_ink-text);
    font-weight: 560;
  }
  booking-day-grid {
    --_bleed: 0px;
  }
  .skipped {
    margin-bottom: 8px;
  }
  fieldset {
    display: grid;
    grid-template-columns: repeat(3, minmax(0, 1fr));
    gap: 8px;
    margin-top: 12px;
  }
  label {
    position: relative;
    display: block;
    padding: 8px 4px;
    min-height: 44px;
    border: 1px solid var(--_line-strong);
    border-radius: var(--_radius-small);
    text-align: center;
    line-height: 1.25;
    font-variant-numeric: tabular-nums;
    cursor: pointer;
  }
  :is(label:hover, label.chosen):not(.off) {
    ${ground('accent-soft')};
  }
  label small {
    display: block;
    font-size: 0.78em;
    color: var(--_muted-text);
  }
  label.scarce small {
    color: var(--_warn-text);
    font-weight: 600;
  }
  label.chosen {
    border-color: var(--_accent);
    box-shadow: inset 0 0 0 1px var(--_accent);
  }
  label.off {
    border-color: var(--_line);
    color: var(--_muted-text);
    cursor: default;
  }
  label:has(:focus-visible) {
    /* The outline is on the panel, so its colour does not depend on the label's background. */
    outline: 2px solid var(--_accent-on-surface, var(--_accent));
    outline-offset: 2px;
  }
  input {
    position: absolute;
    inset: 0;
    opacity: 0;
    cursor: inherit;
  }
  .further {
    margin-top: 4px;
  }
  .further .quiet {
    min-height: 44px;
    margin-inline: 4px 8px;
  }
  .loading,
  .zone,
  .note {
    margin-top: 12px;
  }
  .note {
    margin-bottom: 8px;
  }
  /* Covers the names of the weekdays, and so hides no day. */
  .upon {
    position: absolute;
    inset-inline: 0;
    margin-top: 0;
    background: var(--_surface);
    line-height: 1.8;
    text-align: center;
  }
  @container (max-width: 300px) {
    fieldset {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
`;

export const datePickerStyles = [base, weeksHeaderStyles, dayListStyles, dayStripStyles, own];
