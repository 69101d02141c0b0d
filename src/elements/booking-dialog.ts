import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { BackgroundScheme } from '../page/background-scheme.ts';
import { BookingEvent, bookingEvents } from '../events.ts';
import { base } from '../styles/base.ts';
import { roleNames } from '../styles/tokens.ts';
import { BookingWidget } from './booking-widget.ts';

/**
 * The whole flow in a dialog over the page. It stands at the end of the page, and the widget in its
 * light DOM: a menu that closes does not take it along, and payment fields work.
 *
 * @tag booking-dialog
 * @slot - the widget
 */
export class BookingDialog extends LitElement {
  static override styles = [
    base,
    css`
      /* No gap of a page's own is made around it. */
      :host {
        display: block !important;
        position: fixed;
        width: 0;
        height: 0;
      }
      dialog {
        width: 100%;
        max-width: 948px;
        max-height: calc(100dvh - 64px);
        margin: 32px auto auto;
        border: 0;
        border-radius: 16px;
        padding: 0 24px;
        overflow: auto;
        overscroll-behavior: contain;
        scroll-padding-block-start: 72px;
        background: var(--_surface);
        color: var(--_ink);
        /* The page's bars are behind it. */
        --booking-inset-top: 0px;
        --booking-inset-bottom: 0px;
      }
      /* Not the dialog's own: a dock would keep off the lower edge by it. */
      slot {
        display: block;
        padding-bottom: 24px;
      }
      dialog:focus-visible {
        outline: none;
      }
      dialog.light {
        color-scheme: light;
      }
      dialog.dark {
        color-scheme: dark;
      }
      dialog::backdrop {
        background: #15181c99;
      }
      @media (max-width: 700px) {
        dialog {
          height: 100dvh;
          max-width: none;
          max-height: none;
          margin: 0;
          border-radius: 0;
          padding: 0 16px;
        }
      }
      @media (forced-colors: active) {
        dialog {
          border: 1px solid;
        }
      }
    `,
  ];

  /** What it is called: the words of the trigger. */
  @property({ attribute: false }) label = '';

  /** By which the browser's history knows it. */
  name = '';

  readonly widget = new BookingWidget();

  readonly #background = new BackgroundScheme(this);
  /** Who opened it: the page hears of the booking there. */
  #trigger: Element | undefined;
  /** The page's own scrolling, which rests meanwhile; undefined while it does not. */
  #overflow: string | undefined;

  constructor() {
    super();
    this.widget.close = () => this.close();
    for (const type of Object.values(bookingEvents)) {
      this.widget.addEventListener(type, (event) => this.#tellAtTrigger(event));
    }
  }

  /** Without a shadow root before the first render, where a router may already close the dialog. */
  get #dialog(): HTMLDialogElement | null | undefined {
    return this.shadowRoot?.querySelector('dialog');
  }

  /** A page that replaces its whole body removes the open dialog, and has to scroll again. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.close();
    this.#release();
  }

  get isOpen(): boolean {
    return this.#dialog?.open ?? false;
  }

  async open(trigger: Element): Promise<void> {
    this.#trigger = trigger;
    // It stands outside of where a page may have set them.
    const given = getComputedStyle(trigger);
    for (const role of roleNames) {
      const name = `--booking-${role}`;
      this.style.setProperty(name, given.getPropertyValue(name));
    }
    if (!this.isConnected) document.body.append(this);
    // Not once more: the frames of payment fields would be loaded anew.
    if (!this.widget.isConnected) this.append(this.widget);
    await this.updateComplete;
    if (this.isOpen) return;
    // The browser gives the keyboard back to what has it now: Safari's buttons do not by a press.
    if (document.activeElement === document.body) {
      (trigger as HTMLElement).focus({ preventScroll: true });
    }
    this.#dialog?.showModal();
    // A screen reader says what it is called, and not that it can be closed.
    this.#dialog?.focus();
    const { style } = document.documentElement;
    this.#overflow ??= style.overflow;
    style.overflow = 'hidden';
  }

  close(): void {
    this.#dialog?.close();
  }

  /** A trigger that is gone hears nothing: the page hears it here. */
  #tellAtTrigger(event: BookingEvent): void {
    if (!this.#trigger?.isConnected) return;
    event.stopPropagation();
    const isHeard = this.#trigger.dispatchEvent(new BookingEvent(event.type, event.detail));
    if (!isHeard) event.preventDefault();
  }

  readonly #closed = (): void => {
    // It is told of later, and may be open again.
    if (this.isOpen) return;
    this.#release();
    this.dispatchEvent(new Event('close'));
  };

  #release(): void {
    if (this.#overflow === undefined) return;
    document.documentElement.style.overflow = this.#overflow;
    this.#overflow = undefined;
  }

  override render() {
    const { colorScheme } = this.widget;
    const isOwn = /^(light|dark)$/.test(colorScheme);
    const scheme = isOwn ? colorScheme : this.#background.isDark ? 'dark' : '';
    return html`<dialog
      class=${scheme}
      aria-label=${this.label}
      closedby="any"
      tabindex="-1"
      @close=${this.#closed}
    >
      <slot></slot>
    </dialog>`;
  }
}
