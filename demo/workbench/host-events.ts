import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import type { HostEvent } from './messages.ts';
import { workbenchStyles } from './styles.ts';

/** The events that the host page receives with their details, newest first. */
export class WorkbenchHostEvents extends LitElement {
  static override styles = [
    workbenchStyles,
    css`
      ol {
        list-style: none;
        overflow-y: auto;
        max-height: 320px;
      }
      summary {
        padding: 3px 0;
        overflow-wrap: anywhere;
      }
      summary code {
        color: var(--_ink);
        font-weight: 600;
      }
      pre {
        max-height: 240px;
        margin: 4px 0 8px;
        overflow: auto;
      }
    `,
  ];

  @property({ attribute: false }) events: readonly HostEvent[] = [];

  protected override render() {
    return html`<h2 id="title">What the host page hears</h2>
      ${
        this.events.length === 0
          ? html`<p class="small">Nothing yet.</p>`
          : html`<ol aria-labelledby="title" tabindex="0">
              ${this.events.map(
                (event) =>
                  html`<li>
                    <details>
                      <summary class="small">
                        <code>${event.type}</code> ${summaryOf(event)}
                      </summary>
                      <pre tabindex="0">${JSON.stringify(event.detail, null, 2)}</pre>
                    </details>
                  </li>`,
              )}
            </ol>`
      }`;
  }
}

interface Detail {
  code?: string;
  status?: string;
  value?: number;
  currency?: string;
  items?: { item_name: string }[];
}

function summaryOf({ type, detail, milliseconds }: HostEvent): string {
  const { code, status, value, currency, items = [] } = detail as Detail;
  if (code ?? status) return code ?? status ?? '';
  const [first] = items;
  if (!first) return type === 'booking-ready' ? `${milliseconds} ms` : '';
  const names = items.length === 1 ? first.item_name : `${items.length} items`;
  return value === undefined || !currency ? names : `${names}, ${value} ${currency}`;
}
