import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { BookingEvent, bookingEvents } from '../events.ts';
import { BackgroundScheme } from '../page/background-scheme.ts';
import { keepEventsInDialog } from '../page/event-border.ts';
import { nameTakers } from '../page/taken-events.ts';
import { ownDocument } from '../page/unshadowed.ts';
import { BookingWidget } from '../shell/booking-widget.ts';
import { base } from '../styles/base.ts';
import { border, roleNames } from '../styles/design-tokens.ts';

/**
 * The whole flow in a dialog over the page. It is appended to the body, so that a menu that closes
 * does not remove it; the widget is in its light DOM, where payment fields work.
 *
 * @tag booking-dialog
 * @slot - the widget
 */
export class BookingDialog extends LitElement {
  static override styles = [
    base,
    border,
    css`
      /* It takes no room in the host page's layout. */
      :host {
        display: block !important;
        position: fixed;
        width: 0;
        height: 0;
        /* Counts only while the dialog is not modal. */
        z-index: 2147483646;
      }
      dialog {
        position: fixed;
        inset-block: 0;
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
        /* The host page's bars are behind the dialog. */
        --booking-inset-top: 0px;
        --booking-inset-bottom: 0px;
      }
      /* A padding of the dialog itself would lift the foot that sticks to its bottom. */
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

  /** The dialog's accessible name, which is the text of the trigger. */
  @property({ attribute: false }) label = '';

  /** Identifies the dialog in the browser's history. */
  name = '';

  readonly widget = new BookingWidget(() => this.isLeft);

  readonly #background = new BackgroundScheme(this);
  #isLeft = false;
  /** The element that has opened the dialog, which fires the events of the booking. */
  #trigger: Element | undefined;
  /**
   * The host page's own styles, which come back when the dialog closes and the page may scroll
   * again.
   */
  #stylesBefore: Pick<CSSStyleDeclaration, 'overflow' | 'paddingRight'> | undefined;

  constructor() {
    super();
    this.widget.close = () => this.close();
    for (const type of Object.values(bookingEvents)) {
      this.widget.addEventListener(type, (event) => this.#tellAtTrigger(event));
    }
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    nameTakers(root);
    keepEventsInDialog(root);
    return root;
  }

  /** Undefined before the first render, when a router may already close the dialog. */
  get #dialog(): HTMLDialogElement | null | undefined {
    return this.shadowRoot?.querySelector('dialog');
  }

  /**
   * A host page that replaces its body removes the open dialog, and must be able to scroll again.
   */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.close();
    this.#release();
  }

  /** Whether the customer has left the dialog, so that the page's address does not follow it. */
  get isLeft(): boolean {
    return this.#isLeft;
  }

  set isLeft(isLeft: boolean) {
    this.#isLeft = isLeft;
    this.widget.requestUpdate();
  }

  get isOpen(): boolean {
    return this.#dialog?.open ?? false;
  }

  async open(trigger: Element): Promise<void> {
    this.#trigger = trigger;
    // Copied, because the trigger's ancestors, which may set them, are not ancestors of the dialog.
    const given = getComputedStyle(trigger);
    for (const role of roleNames) {
      const name = `--booking-${role}`;
      this.style.setProperty(name, given.getPropertyValue(name));
    }
    if (!this.isConnected) ownDocument.body.append(this);
    // Appended only once, because moving it would reload the frames of payment fields.
    if (!this.widget.isConnected) this.append(this.widget);
    await this.updateComplete;
    if (this.isOpen) return;
    // When the dialog closes, the focus returns here. Safari does not focus a pressed button
    // itself.
    if (ownDocument.activeElement === ownDocument.body) {
      (trigger as HTMLElement).focus({ preventScroll: true });
    }
    this.#dialog?.showModal();
    // So that screen readers announce the dialog's name, and not its first button, which closes it.
    this.#dialog?.focus();
    this.#lock(ownDocument.documentElement);
  }

  /**
   * Keeps the page from scrolling. A padding takes the place of the scrollbar, which is on the
   * right in every reading direction, so that nothing moves.
   */
  #lock(page: HTMLElement): void {
    const { overflow, paddingRight } = page.style;
    this.#stylesBefore ??= { overflow, paddingRight };
    const padding = parseFloat(getComputedStyle(page).paddingRight);
    page.style.paddingRight = `${padding + innerWidth - page.clientWidth}px`;
    page.style.overflow = 'hidden';
  }

  /** Opens it again from the element that has opened it last. */
  reopen(): void {
    if (this.#trigger?.isConnected && !this.isOpen) void this.open(this.#trigger);
  }

  close(): void {
    this.#dialog?.close();
  }

  /** Fires an event at the trigger instead, unless the trigger was removed. */
  #tellAtTrigger(event: BookingEvent): void {
    if (!this.#trigger?.isConnected) return;
    event.stopPropagation();
    const isHeard = this.#trigger.dispatchEvent(new BookingEvent(event.type, event.detail));
    if (!isHeard) event.preventDefault();
  }

  readonly #closed = (): void => {
    // The browser fires `close` later, when the dialog may be open again.
    if (this.isOpen) return;
    this.#release();
    this.dispatchEvent(new Event('close'));
  };

  #release(): void {
    Object.assign(ownDocument.documentElement.style, this.#stylesBefore);
    this.#stylesBefore = undefined;
  }

  override render() {
    return html`<dialog
      class=${this.#background.classFor(this.widget.colorScheme)}
      aria-label=${this.label}
      closedby="any"
      tabindex="-1"
      @close=${this.#closed}
    >
      <slot></slot>
    </dialog>`;
  }
}
