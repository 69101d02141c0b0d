import { html, type LitElement, type ReactiveController, render } from 'lit';
import type { Words } from '../messages/words.ts';
import { focusAddedFrame } from '../page/focus-added-frame.ts';
import { openPage } from '../page/open-page.ts';
import { tryTo } from '../page/try-to.ts';
import { ownDocument } from '../page/unshadowed.ts';

/** The public members of the widget that are read here. */
export interface ConfirmingWidget extends LitElement {
  /** Closes the dialog around the widget, if there is one. */
  readonly close: (() => void) | undefined;
}

/**
 * While a payment is confirmed, the provider may show a second step on the page, above the dialog
 * that the widget is in. Until then, the customer is asked before that dialog closes.
 */
export class Confirming implements ReactiveController {
  readonly #widget: ConfirmingWidget;
  readonly #words: () => Words;
  #isActive = false;
  /** Ends what was begun for the second step. */
  #ends: (() => void)[] = [];
  #question: HTMLDialogElement | undefined;

  constructor(widget: ConfirmingWidget, words: () => Words) {
    this.#widget = widget;
    this.#words = words;
    widget.addController(this);
  }

  /** Unless the widget is only moved within the page. */
  hostDisconnected(): void {
    queueMicrotask(() => {
      if (!this.#widget.isConnected) this.#stop();
    });
  }

  /** Opens the page to the provider's second step until the work is done. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#isActive = true;
    tryTo('the dialog', () => this.#begin());
    try {
      return await work();
    } finally {
      this.#stop();
    }
  }

  #begin(): void {
    this.#ends.push(focusAddedFrame());
    const closePage = openPage(this.#widget);
    if (!closePage) return;
    // A dialog that is not modal does not close by itself.
    ownDocument.addEventListener('keydown', this.#onKey, true);
    this.#ends.push(closePage);
  }

  #stop(): void {
    this.#isActive = false;
    ownDocument.removeEventListener('keydown', this.#onKey, true);
    this.#question?.close();
    for (const end of this.#ends.splice(0)) tryTo('the dialog', end);
  }

  /** Closes the dialog around the widget. */
  close(): void {
    if (this.#isActive) this.#ask();
    else this.#widget.close?.();
  }

  readonly #onKey = ({ key }: KeyboardEvent): void => {
    if (key !== 'Escape' || this.#question || !this.#widget.close) return;
    // Afterwards, because the same key would close the question.
    setTimeout(() => this.close());
  };

  #ask(): void {
    const words = this.#words();
    const question = ownDocument.createElement('dialog');
    const close = (answer: string) => () => question.close(answer);
    this.#question = question;
    question.className = 'panel';
    question.ariaLabel = words.say('confirmingPayment');
    // Not in the markup, because the page's policy may forbid inline styles.
    question.style.maxWidth = 'min(420px, 100% - 32px)';
    render(
      html`<p>${words.say('confirmingPayment')} ${words.say('closeMeanwhile')}</p>
        <button type="button" class="primary" @click=${close('')}>${words.say('stayHere')}</button>
        <button type="button" class="quiet" @click=${close('close')}>
          ${words.say('closeDialog')}
        </button>`,
      question,
    );
    Object.assign(question.querySelector('p')?.style ?? {}, { marginBottom: '16px' });
    question.addEventListener('close', () => {
      question.remove();
      this.#question = undefined;
      if (question.returnValue === 'close') this.#widget.close?.();
    });
    this.#widget.renderRoot.querySelector('.root')?.append(question);
    question.showModal();
  }
}
