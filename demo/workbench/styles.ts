import { css } from 'lit';
import { base } from '../../src/styles/base.ts';

/** Base styles of the workbench: the widget's own design, a little smaller. */
export const workbenchStyles = [
  base,
  css`
    h2 {
      margin: 0 0 12px;
      font-size: 1em;
      font-weight: 650;
      letter-spacing: -0.005em;
    }
    p {
      max-width: 60ch;
    }
    .action {
      min-height: 30px;
      padding: 2px 9px;
      font-size: 0.94em;
      border: 1px solid var(--_line-strong);
      border-radius: 6px;
      background: var(--_surface);
    }
    .action:hover {
      background: var(--_raised);
    }
    .actions {
      display: flex;
      flex-wrap: wrap;
      gap: 6px;
    }
    code,
    pre {
      font-family: ui-monospace, 'SF Mono', Menlo, Consolas, monospace;
      font-size: 0.88em;
      line-height: 1.6;
    }
    pre {
      overflow-x: auto;
      margin: 0;
      white-space: pre-wrap;
      overflow-wrap: anywhere;
      padding: 12px;
      border-radius: var(--_radius-small);
      background: var(--_raised);
      tab-size: 2;
    }
    summary {
      cursor: pointer;
      border-radius: 4px;
    }
  `,
];
