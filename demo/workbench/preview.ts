import { css, html, LitElement, type PropertyValues } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import type { HostPage, Width } from './configuration.ts';
import { hostPages } from './configuration.ts';
import type { FromHost, HostEvent, ToHost } from './messages.ts';
import { workbenchStyles } from './styles.ts';
import type { Tag } from './tag.ts';

/** Reports an event that the host page in the frame has received. */
export class HostHeard extends Event {
  readonly event: HostEvent;

  constructor(event: HostEvent) {
    super('host-heard', { bubbles: true, composed: true });
    this.event = event;
  }
}

/** The middle column: the host page in an iframe of the chosen width. */
export class WorkbenchPreview extends LitElement {
  static override styles = [
    workbenchStyles,
    css`
      :host,
      .root {
        display: flex !important;
        flex-direction: column;
        min-width: 0;
        height: 100%;
      }
      .window {
        display: flex;
        flex: 1;
        flex-direction: column;
        overflow: hidden;
        min-height: 0;
        margin-inline: auto;
        border: 1px solid var(--_line-strong);
        border-radius: 10px;
        background: var(--_surface);
      }
      .top {
        display: flex;
        gap: 4px 12px;
        align-items: center;
        padding: 4px 6px 4px 12px;
        background: var(--_raised);
        border-bottom: 1px solid var(--_line);
      }
      .address {
        flex: 1;
        min-width: 0;
        white-space: nowrap;
      }
      @media (max-width: 379px) {
        .address {
          display: none;
        }
        .top .number {
          flex: 1;
        }
      }
      .top .quiet {
        padding: 4px 6px;
        white-space: nowrap;
      }
      .room {
        position: relative;
        flex: 1;
        min-height: 0;
      }
      iframe {
        position: absolute;
        inset: 0 auto auto 0;
        border: 0;
        background: #fff;
        transform-origin: 0 0;
      }
    `,
  ];

  @property({ attribute: false }) tag!: Tag;
  @property() page: HostPage = 'plain';
  @property() width: Width = 'full';
  /** Incremented to open the page anew, as in a new tab. */
  @property({ type: Number }) opening = 0;

  @state() private room = 0;
  @query('iframe') private frame!: HTMLIFrameElement | null;
  @query('.window') private window!: HTMLElement;
  @query('.room') private place!: HTMLElement;

  readonly #resizing = new ResizeObserver(() => this.#fit());

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('message', this.#hear);
    this.#resizing.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('message', this.#hear);
    this.#resizing.disconnect();
  }

  reload(): void {
    this.frame?.contentWindow?.location.reload();
  }

  protected override render() {
    const { page, width } = this;
    const scale = Math.round(100 * this.#scale);
    const size =
      width === 'full' ? '' : `${widthText(width)} px${scale < 100 ? ` · ${scale} %` : ''}`;
    return html`<div class="root">
      <div class="window">
        <div class="top small">
          <span class="address">alpine‑days.example</span>
          <span class="number">${size}</span>
          <button class="quiet" type="button" @click=${this.reload}>Open anew</button>
        </div>
        <div class="room">
          ${keyed(
            // Each gets a new frame: navigating the old one would add an entry to the history, and
            // its own entries remember the steps of the widget.
            `${page} ${this.opening}`,
            html`<iframe
              title=${`The widget on a page: ${hostPages[page]}`}
              src=${`./pages/${page}.html`}
            ></iframe>`,
          )}
        </div>
      </div>
    </div>`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    this.#fit();
    if (changed.has('tag')) this.#show();
  }

  /** Scales down a page that is wider than the column. */
  get #scale(): number {
    const { width, room } = this;
    return width === 'full' || room === 0 ? 1 : Math.min(1, room / Number(width));
  }

  #fit(): void {
    const { frame, width, place } = this;
    if (!frame) return;
    const BORDERS = 2;
    this.room = this.clientWidth - BORDERS;
    const scale = this.#scale;
    const inner = width === 'full' ? this.room : Number(width);
    this.window.style.width = `${inner * scale + BORDERS}px`;
    frame.style.width = `${inner}px`;
    frame.style.height = `${place.clientHeight / scale}px`;
    frame.style.transform = scale < 1 ? `scale(${scale})` : '';
  }

  readonly #hear = ({ source, origin, data }: MessageEvent<FromHost>): void => {
    if (source !== this.frame?.contentWindow || origin !== location.origin) return;
    if (data.name === 'host-ready') this.#show();
    else this.dispatchEvent(new HostHeard(data.event));
  };

  #show(): void {
    const message: ToHost = { tag: this.tag };
    this.frame?.contentWindow?.postMessage(message, location.origin);
  }
}

function widthText(width: string): string {
  return Number(width).toLocaleString('en');
}
