import { toStripeAmount } from '#contract/stripe-amount';
import { allMethods, heldMethods, savedMethods } from '#contract/stripe-methods';
import type { PayableOrder, PaymentMethod, PreparedPayment } from '../domain/payment-method.ts';
import type { Words } from '../messages/words.ts';
import { tellReseller } from '../page/tell-reseller.ts';
import { ownDocument } from '../page/unshadowed.ts';
import { appearanceIn } from './stripe-appearance.ts';
import {
  type ChargeOptions,
  type ConfirmOptions,
  loadStripe,
  type StripeElement,
  type StripeElements,
  type StripeError,
  type StripeScript,
} from './stripe-script.ts';

interface Source {
  readonly words: Words;
  readonly publishableKey: string;
  /** Whether the money is taken at once, and not held. */
  readonly isChargedFirst: boolean;
}

/** Stripe's fields in the slot. */
interface Fields {
  readonly stripe: StripeScript;
  readonly elements: StripeElements;
  readonly element: StripeElement;
}

interface Confirmed {
  readonly error: StripeError | undefined;
  readonly status: string | undefined;
}

type Submission = ReturnType<StripeElements['submit']>;
type Outcome = { authorised: true } | { refused: string };

/** After this time the customer reads that the fields could not be loaded. */
const LOAD_TIMEOUT = 20_000;

const POLICY_LINES =
  'script-src https://js.stripe.com https://*.js.stripe.com; ' +
  'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com; ' +
  'connect-src https://api.stripe.com';

/** Stripe's own fields for a card, and the wallets of browsers that have one. */
export class StripePayment implements PaymentMethod {
  readonly #source: () => Source;
  #slot: HTMLElement | undefined;
  #fields: Fields | undefined;
  #isOpening = false;
  /** The order whose amount the fields have; a wallet shows it. */
  #shown: PayableOrder | undefined;
  #submission: Submission | undefined;

  constructor(source: () => Source) {
    this.#source = source;
  }

  mount(slot: HTMLElement, [order]: readonly PayableOrder[]): void {
    this.#slot = slot;
    this.#shown = order;
    void this.#open(slot);
  }

  unmount(): void {
    this.#fields?.element.destroy();
    this.#fields = undefined;
    this.#slot = undefined;
    this.#submission = undefined;
    this.#isOpening = false;
  }

  /** Checks the fields, and opens the wallet if the customer has chosen one. */
  collect(): void {
    this.#submission = this.#fields?.elements.submit();
    // `authorise` awaits it, and handles its failure.
    this.#submission?.catch(() => {});
  }

  async authorise(
    order: PayableOrder,
    { client_secret: clientSecret }: Pick<PreparedPayment, 'client_secret'>,
  ): Promise<Outcome> {
    const { words } = this.#source();
    const fields = this.#fields;
    // The proxy's own answer counts: the site's settings may have changed meanwhile.
    const isSaved = clientSecret.startsWith('seti_');
    const { saves_method: _, ...plain } = order;
    const asked: PayableOrder = { ...plain, ...(isSaved && { saves_method: true }) };
    const charge = this.#chargeOf(asked);
    if (!fields || !charge) {
      // Loaded again, so that the customer can go on once the connection is back.
      if (this.#slot && !fields && !this.#isOpening) void this.#open(this.#slot);
      return { refused: `${words.say('nothingOrdered')} ${words.say('paymentNotLoaded')}` };
    }
    const { stripe, elements } = fields;
    const collected = this.#submission;
    this.#submission = undefined;
    if (!isSameCharge(asked, this.#shown)) {
      await elements.update(charge);
      this.#shown = asked;
    }
    const submitted = await (collected ?? elements.submit());
    if (submitted.error) return { refused: this.#reasonOf(submitted.error) };
    const confirmParams = { return_url: location.href };
    const options = { elements, clientSecret, confirmParams, redirect: 'if_required' } as const;
    const { error, status } = isSaved ? await setUp(stripe, options) : await pay(stripe, options);
    if (status === 'requires_capture' || status === 'succeeded') return { authorised: true };
    return { refused: error ? this.#reasonOf(error) : words.problem('payment-unavailable') };
  }

  #reasonOf({ type, code }: StripeError): string {
    const { words } = this.#source();
    if (type === 'validation_error') return words.say('paymentIncomplete');
    if (type === 'card_error') return words.say('cardDeclined');
    const isUnapproved = /^(payment|setup)_intent_authentication_failure$/.test(code ?? '');
    return words.problem(isUnapproved ? 'payment-required' : 'payment-unavailable');
  }

  async #open(slot: HTMLElement): Promise<void> {
    const { words, publishableKey } = this.#source();
    this.#isOpening = true;
    const note = ownDocument.createElement('p');
    const box = ownDocument.createElement('div');
    note.role = 'status';
    note.textContent = words.say('paymentLoading');
    slot.replaceChildren(note, box);
    const timer = setTimeout(() => this.#fail(note, 'nothing was loaded in time'), LOAD_TIMEOUT);
    try {
      const stripe = (await loadStripe())(publishableKey);
      const charge = this.#shown && this.#chargeOf(this.#shown);
      // The customer may have left meanwhile.
      if (this.#slot !== slot || !charge) return;
      const look = { locale: words.lang, appearance: appearanceIn(slot) };
      const elements = stripe.elements({ ...charge, ...look });
      const element = elements.create('payment');
      await new Promise<void>((resolve, reject) => {
        element.on('ready', resolve);
        element.on('loaderror', () => reject(new Error('the fields are not loaded')));
        element.mount(box);
      });
      if (this.#slot !== slot) return element.destroy();
      this.#fields = { stripe, elements, element };
      note.remove();
    } catch (error) {
      this.#fail(note, error instanceof Error ? error.message : String(error));
    } finally {
      clearTimeout(timer);
      if (slot === this.#slot) this.#isOpening = false;
    }
  }

  /** Undefined if Stripe cannot take exactly this amount. */
  #chargeOf({ total, currency: code, saves_method }: PayableOrder): ChargeOptions | undefined {
    const { isChargedFirst } = this.#source();
    const currency = code.toLowerCase();
    const amount = toStripeAmount(total, code);
    if (amount === undefined) return undefined;
    if (saves_method) return { mode: 'setup', currency, allowedPaymentMethodTypes: savedMethods };
    return {
      mode: 'payment',
      amount,
      currency,
      captureMethod: isChargedFirst ? 'automatic' : 'manual',
      allowedPaymentMethodTypes: isChargedFirst ? allMethods : heldMethods,
    };
  }

  #fail(note: HTMLElement, reason: string): void {
    note.textContent = this.#source().words.say('paymentNotLoaded');
    tellReseller(
      `cannot show the payment fields of Stripe: ${reason}. A Content-Security-Policy of the ` +
        `page needs ${POLICY_LINES}.`,
    );
  }
}

function isSameCharge(order: PayableOrder, other: PayableOrder | undefined): boolean {
  const { total, currency, saves_method } = order;
  const isSameMoney = total === other?.total && currency === other.currency;
  return isSameMoney && saves_method === other.saves_method;
}

async function pay(stripe: StripeScript, options: ConfirmOptions): Promise<Confirmed> {
  const { error, paymentIntent } = await stripe.confirmPayment(options);
  return { error, status: (error?.payment_intent ?? paymentIntent)?.status };
}

async function setUp(stripe: StripeScript, options: ConfirmOptions): Promise<Confirmed> {
  const { error, setupIntent } = await stripe.confirmSetup(options);
  return { error, status: (error?.setup_intent ?? setupIntent)?.status };
}
