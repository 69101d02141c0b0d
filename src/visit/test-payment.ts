import { html, render } from 'lit';
import type {
  PaymentResponse,
  TestConfirmation,
  TestConfirmationResponse,
} from '#contract/payment.schema';
import { testCards } from '#contract/test-cards';
import { type Exchange, post } from '../client/exchange.ts';
import type { PayableOrder, PaymentMethod } from '../domain/payment-method.ts';
import type { Words } from '../messages/words.ts';
import { TestSecondStep } from './test-second-step.ts';

interface Source {
  readonly exchange: Pick<Exchange, 'send' | 'urls'>;
  readonly words: Words;
}

/*
 * The slot is in the page, where the widget's styles do not reach, but its custom properties do: a
 * slotted element inherits from its slot.
 */
const FIELD = {
  boxSizing: 'border-box',
  minHeight: '48px',
  border: '1px solid var(--_line-strong)',
  borderRadius: 'var(--_radius-small)',
  padding: '8px 12px',
  background: 'var(--_surface)',
  color: 'var(--_ink)',
  font: 'inherit',
  fontWeight: '400',
  display: 'block',
  width: '100%',
  marginBlock: '4px 12px',
  fontSize: 'max(16px, 1em)',
};
const LABEL = { fontWeight: '560' };

/** The card field of the proxy's test provider, which takes no money. */
export class TestPayment implements PaymentMethod {
  readonly #source: () => Source;
  readonly #secondStep = new TestSecondStep();
  #slot: HTMLElement | undefined;

  constructor(source: () => Source) {
    this.#source = source;
  }

  mount(slot: HTMLElement): void {
    const { words } = this.#source();
    this.#slot = slot;
    // No-break spaces, which also keep the sequence of its groups in a text from right to left.
    const card = testCards.succeeds.replace(/(\d{4})(?=\d)/g, '$1\u00a0');
    render(
      html`<p>${words.say('testCard', { card })}</p>
        <label>
          ${words.say('cardNumber')}
          <input type="text" inputmode="numeric" autocomplete="off" />
        </label>`,
      slot,
    );
    // Not in the markup, because the page's policy may forbid inline styles.
    const input = this.#input;
    const [label] = input?.labels ?? [];
    Object.assign(label?.style ?? {}, LABEL);
    Object.assign(input?.style ?? {}, FIELD);
  }

  /** A customer who leaves the checkout has not approved. */
  unmount(): void {
    this.#secondStep.end();
    this.#slot = undefined;
  }

  async authorise(
    order: PayableOrder,
    { client_secret }: Pick<PaymentResponse, 'client_secret'>,
  ): Promise<{ authorised: true } | { refused: string }> {
    const { words } = this.#source();
    const declined = { refused: words.say('cardDeclined') };
    const card = this.#input?.value.replace(/\D/g, '') ?? '';
    // Another number may be of a real card, which must not leave the page.
    if (!isTestCard(card)) return declined;
    let outcome = await this.#confirm({ client_secret, card, is_approved: false });
    if (outcome === 'other-page') return this.#leaveFor(client_secret);
    if (outcome === 'second-step') {
      if (!(await this.#isApproved(order))) return { refused: words.problem('payment-required') };
      outcome = await this.#confirm({ client_secret, card, is_approved: true });
    }
    return outcome === 'authorised' ? { authorised: true } : declined;
  }

  async #confirm(confirmation: TestConfirmation): Promise<TestConfirmationResponse['outcome']> {
    const { send, urls } = this.#source().exchange;
    const request = post(urls.testPayment(), confirmation);
    return (await send<TestConfirmationResponse>(request)).outcome;
  }

  /** Never resolves, because the page is left; the customer comes back to another one. */
  #leaveFor(client_secret: string): Promise<never> {
    const { urls } = this.#source().exchange;
    location.assign(urls.testBank({ client_secret, return_url: location.href }));
    return new Promise(() => {});
  }

  #isApproved({ total, currency }: PayableOrder): Promise<boolean> {
    const { words } = this.#source();
    const money = words.money(total, currency);
    return this.#secondStep.ask(words.say('approvePayment', { money }), words);
  }

  get #input(): HTMLInputElement | null | undefined {
    return this.#slot?.querySelector('input');
  }
}

function isTestCard(card: string): card is TestConfirmation['card'] {
  return Object.values<string>(testCards).includes(card);
}
