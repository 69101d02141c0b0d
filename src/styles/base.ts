import { css } from 'lit';
import { ground, tokens, writeOn } from './design-tokens.ts';

/** The common styles of all elements: a reset, the host page's font, sizes, controls and focus. */
export const base = [
  tokens,
  css`
    /*
     * Resets what the widget inherits from the host page, except the font's family and size, and
     * what hides the widget or disables it on purpose.
     */
    :host,
    .root {
      all: initial;
      display: block;
      visibility: inherit;
      pointer-events: inherit;
      color-scheme: inherit;
      font-family: inherit;
      /* Some host pages set a font size of 0 to close gaps between elements. */
      font-size: max(1em, 12px);
      color: var(--_ink-text);
      line-height: 1.5;
      text-align: start;
      -webkit-text-size-adjust: 100%;
    }
    .root {
      ${writeOn('page')};
    }
    :host([hidden]),
    [hidden] {
      display: none !important;
    }
    *,
    *::before,
    *::after {
      box-sizing: border-box;
    }
    h2,
    h3,
    h4,
    p,
    ul,
    ol,
    dl,
    dd,
    fieldset {
      margin: 0;
      padding: 0;
      border: 0;
      min-width: 0;
    }
    /* Aligned as the page is, even if a text has the other direction. */
    [dir='auto'] {
      text-align: -webkit-match-parent;
      text-align: match-parent;
    }
    button,
    input,
    select,
    textarea {
      font: inherit;
      letter-spacing: inherit;
      color: inherit;
      margin: 0;
    }
    /* Phones zoom in at a field with a smaller font. */
    input,
    select,
    textarea {
      font-size: max(1em, 16px);
    }
    button {
      cursor: pointer;
      touch-action: manipulation;
    }
    /* In WebKit, Tab after a press on a child of a button leads to the same button again. */
    button * {
      pointer-events: none;
    }
    a {
      /* Makes a link in a small line large enough for fingers, without moving the lines. */
      padding-block: 5px;
      color: var(--_accent-text);
      text-underline-offset: 3px;
    }
    :focus {
      outline: none;
      /* Keeps a focused control clear of the foot that sticks to the bottom. */
      scroll-margin-bottom: 192px;
    }
    :focus-visible {
      outline: 2px solid var(--_accent-text);
      outline-offset: 2px;
    }
    .title {
      font-size: 1.625em;
      line-height: 1.2;
      font-weight: 650;
      letter-spacing: -0.015em;
      text-wrap: balance;
    }
    .heading {
      font-size: 1.1875em;
      line-height: 1.3;
      font-weight: 620;
      letter-spacing: -0.005em;
    }
    .small {
      font-size: 0.84em;
      line-height: 1.4;
      color: var(--_muted-text);
    }
    .number {
      font-variant-numeric: tabular-nums;
      white-space: nowrap;
      unicode-bidi: isolate;
    }
    .strong {
      color: var(--_ink-text);
      font-weight: 560;
    }
    /*
     * A loading text: announced at once, but shown only after a second, and without room until
     * then.
     */
    .late {
      display: block;
      overflow: hidden;
      animation: late 1s;
    }
    @keyframes late {
      from,
      to {
        height: 0;
      }
    }
    .visually-hidden {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
      white-space: nowrap;
    }
    .panel {
      border: 1px solid var(--_line);
      border-radius: var(--_radius);
      padding: 16px;
      ${ground('surface')};
    }
    .primary {
      display: block;
      width: 100%;
      min-height: 48px;
      /* Visible in forced colours only. */
      border: 1px solid transparent;
      border-radius: var(--_radius-small);
      padding: 11px 15px;
      ${ground('accent')};
      font-weight: 620;
    }
    .primary[aria-disabled='true'] {
      background: color-mix(in srgb, var(--_accent) 60%, var(--_surface));
      cursor: default;
    }
    .quiet {
      max-width: 100%;
      border: 0;
      background: none;
      padding: 8px 0;
      overflow-wrap: anywhere;
      color: var(--_accent-text);
      font-weight: 560;
      text-align: start;
      text-decoration: underline;
      text-decoration-thickness: 1px;
      text-underline-offset: 3px;
    }
    .quiet:disabled {
      opacity: 0.55;
      cursor: default;
    }
    .note {
      border-inline-start: 3px solid var(--_warn);
      border-start-end-radius: var(--_radius-small);
      border-end-end-radius: var(--_radius-small);
      ${ground('warn-soft')};
      padding: 12px 16px;
    }
    .note .quiet {
      padding: 4px 0;
    }
    .note,
    .row > :first-child {
      min-width: 0;
      overflow-wrap: anywhere;
    }
    .note ul {
      list-style: none;
    }
    .note li {
      min-height: 32px;
    }
    .note :is(a, .quiet) {
      margin-inline-end: 12px;
    }
    .row {
      display: flex;
      align-items: center;
      justify-content: space-between;
      gap: 12px;
      padding: 12px 0;
    }
    .row + .row {
      border-top: 1px solid var(--_line);
    }
    .perforated {
      border-top: 1.5px dashed var(--_line);
    }
    .total {
      font-size: 1.1875em;
      font-weight: 650;
    }
    .skeleton {
      border-radius: 4px;
      background: var(--_raised);
      color: transparent !important;
      animation: breathe 1.6s ease-in-out infinite;
    }
    @keyframes breathe {
      50% {
        opacity: 0.55;
      }
    }
    /* In forced colours, a chosen control has the system's highlight colours. */
    @media (forced-colors: active) {
      :is(.chosen, [aria-pressed='true']),
      :is(.chosen, [aria-pressed='true']) *,
      [aria-selected='true'] > * {
        forced-color-adjust: none;
        background: Highlight !important;
        color: HighlightText !important;
      }
    }
    @media (prefers-reduced-motion: reduce) {
      :not(.late),
      *::before,
      *::after {
        animation: none !important;
        transition: none !important;
      }
    }
  `,
];
