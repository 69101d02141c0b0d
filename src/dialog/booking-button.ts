import { css, html, LitElement, type PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import { type Options, optionsOf } from '../page/options.ts';
import { ReadableText } from '../page/readable-text.ts';
import { TranslatedText } from '../page/translated-text.ts';
import { BookingWidget } from '../shell/booking-widget.ts';
import { base } from '../styles/base.ts';
import { border } from '../styles/design-tokens.ts';
import { assignProperties, isOpenAtFirst, openDialog } from './dialogs.ts';

/**
 * A button that opens the whole flow in a dialog. It has the attributes of `<booking-widget>`
 * besides its own, and fires the events of the booking. A link with `data-booking-button` does the
 * same.
 *
 * @example
 * ```html
 * <booking-button event="ev-1">Book now</booking-button>
 * <a href="https://vendor.example/tickets" data-booking-button data-event="ev-1">Tickets</a>
 * ```
 *
 * @tag booking-button
 * @slot - the button's text; a link in it is shown if the script does not load
 * @csspart button - the button
 */
export class BookingButton extends LitElement {
  static override shadowRootOptions: ShadowRootInit = { mode: 'open', delegatesFocus: true };
  static override styles = [
    base,
    border,
    css`
      :host {
        display: inline-block !important;
        max-width: 100%;
      }
      :host([floating]) {
        position: fixed !important;
        inset-block-end: calc(16px + var(--booking-inset-bottom, 0px));
        inset-inline-end: 16px;
        z-index: 2147483000;
      }
      .primary {
        padding-inline: min(24px, 7.5vw);
        overflow-wrap: break-word;
      }
      :host([floating]) .primary {
        border: 1px solid var(--_surface);
        border-radius: 99px;
      }
    `,
  ];

  /** Fixed at the lower end of the window. */
  @property({ type: Boolean }) floating = false;
  /** The widget's properties, such as `payment`, `prefill`, `fetch` and `clock`. */
  @property({ attribute: false }) widgetProperties: Partial<BookingWidget> = {};

  constructor() {
    super();
    new ReadableText(this);
    new TranslatedText(this);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // A move within the page has taken it out of the top layer.
    this.requestUpdate();
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('widgetProperties')) assignProperties(this, this.widgetProperties);
    this.#float();
  }

  /** The top layer keeps an ancestor's transform or clipping from affecting the button. */
  #float(): void {
    this.popover = this.floating ? 'manual' : null;
    if (!this.floating || !this.isConnected) return;
    // Some browsers do not have it.
    this.togglePopover?.(true);
    // In the top layer, WebKit takes the upper end of the window for the lower one.
    if (this.getBoundingClientRect().bottom < 0) this.popover = null;
  }

  protected override firstUpdated(): void {
    if (isOpenAtFirst(this.#options)) this.#open();
  }

  #open(): void {
    const { widgetProperties: properties } = this;
    void openDialog({ element: this, options: this.#options, label: this.#label, properties });
  }

  get #options(): Options {
    return optionsOf(this, BookingWidget.observedAttributes);
  }

  get #label(): string {
    return this.textContent.trim() || 'Book';
  }

  override render() {
    // A button may not contain a link, so only the link's text is rendered.
    const words = this.querySelector('a, button') ? this.#label : html`<slot>Book</slot>`;
    return html`<button type="button" part="button" class="primary" @click=${() => this.#open()}>
      ${words}
    </button>`;
  }
}
