import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import type { ReportLine } from './platform-control.ts';
import { workbenchStyles } from './styles.ts';

/** What the doctor says about the real platform and the client's credentials. */
export class WorkbenchPlatformReport extends LitElement {
  static override styles = [
    workbenchStyles,
    css`
      ul {
        display: grid;
        gap: 4px;
        margin-bottom: 8px;
        list-style: none;
      }
      li {
        display: grid;
        grid-template-columns: 40px minmax(0, 1fr);
        gap: 8px;
        overflow-wrap: anywhere;
      }
      .level {
        color: var(--_muted);
        font-weight: 600;
      }
      .warn,
      .fail {
        color: var(--_warn);
      }
    `,
  ];

  /** Undefined while the doctor examines. */
  @property({ attribute: false }) lines: readonly ReportLine[] | undefined;

  protected override render() {
    const { lines } = this;
    return html`<h2 id="title">What the doctor says</h2>
      ${
        lines
          ? html`<ul class="small" aria-labelledby="title">
              ${lines.map(
                ({ level, text }) =>
                  html`<li>
                    <span class=${`level ${level}`}>${level}</span><span>${text}</span>
                  </li>`,
              )}
            </ul>`
          : html`<p class="small" role="status">It asks the platform…</p>`
      }`;
  }
}
