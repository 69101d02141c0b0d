import { html, render } from 'lit';
import type { Words } from '../messages/words.ts';
import { ownDocument } from '../page/unshadowed.ts';

/** As Stripe does it: a frame in a box at the beginning of the body, above everything else there. */
const FRAME = {
  position: 'fixed',
  inset: '0',
  zIndex: '2147483647',
  width: '100%',
  height: '100%',
  border: '0',
};
const PAGE = {
  display: 'grid',
  placeItems: 'center',
  minHeight: '100vh',
  margin: '0',
  background: 'rgb(0 0 0 / 50%)',
  font: '16px/1.5 system-ui, sans-serif',
  color: '#15181c',
};
const BOX = {
  boxSizing: 'border-box',
  width: 'min(420px, 100% - 32px)',
  border: '1px solid',
  borderRadius: '16px',
  padding: '16px 24px',
  background: '#fff',
};
const BUTTON = {
  display: 'block',
  width: '100%',
  minHeight: '48px',
  marginBlock: '8px',
  border: '1px solid',
  borderRadius: '8px',
  padding: '8px 12px',
  background: '#fff',
  color: 'inherit',
  font: 'inherit',
};

/** The test provider's second step, in place of that of the customer's bank. */
export class TestSecondStep {
  #box: HTMLElement | undefined;
  #answer: ((isApproved: boolean) => void) | undefined;

  /** Resolves to whether the customer has approved the payment. */
  ask(question: string, words: Words): Promise<boolean> {
    const box = ownDocument.createElement('div');
    const frame = ownDocument.createElement('iframe');
    this.#box = box;
    frame.title = question;
    Object.assign(frame.style, FRAME);
    // In Firefox, the empty document comes later and replaces an earlier one.
    frame.addEventListener('load', () => this.#show(frame, question, words), { once: true });
    box.append(frame);
    ownDocument.body.prepend(box);
    return new Promise((resolve) => (this.#answer = resolve));
  }

  /** The customer has left, or has answered. */
  end(isApproved = false): void {
    this.#box?.remove();
    this.#answer?.(isApproved);
  }

  #show({ contentDocument }: HTMLIFrameElement, question: string, words: Words): void {
    if (!contentDocument) return;
    const { body, documentElement } = contentDocument;
    Object.assign(documentElement, { lang: words.lang, dir: words.direction });
    // Not in the markup, because the page's policy may forbid inline styles.
    Object.assign(body.style, PAGE);
    render(
      html`<main>
        <p>${question}</p>
        <button type="button" @click=${() => this.end(true)}>${words.say('approve')}</button>
        <button type="button" @click=${() => this.end()}>${words.say('doNotApprove')}</button>
      </main>`,
      body,
    );
    Object.assign(body.querySelector('main')?.style ?? {}, BOX);
    for (const { style } of body.querySelectorAll('button')) Object.assign(style, BUTTON);
  }
}
