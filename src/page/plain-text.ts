import { ownDocument } from './unshadowed.ts';

/** The slot that shows it; rendered only where something else has failed. */
export const PLAIN_SLOT = 'booking-plain';

/**
 * A text that must not be lost if the widget cannot render it: a child of the widget, in the page's
 * own tree. No slot shows it as long as all goes well.
 */
export class PlainText {
  readonly #host: HTMLElement;
  #element: HTMLElement | undefined;

  constructor(host: HTMLElement) {
    this.#host = host;
  }

  get text(): string {
    return this.#element?.textContent ?? '';
  }

  /** Removed if it is empty. */
  set text(text: string) {
    if (text === this.text) return;
    this.#element?.remove();
    this.#element = undefined;
    if (!text) return;
    this.#element = ownDocument.createElement('p');
    this.#element.slot = PLAIN_SLOT;
    this.#element.textContent = text;
    this.#host.append(this.#element);
  }
}
