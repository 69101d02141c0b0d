import type { IntentResponse } from '#contract/order.schema';
import type { OrderSummary } from '#contract/quote.schema';
import { failureOf } from '../client/request-error.ts';
import type { PayableOrder, PaymentMethod } from '../domain/payment-method.ts';
import { failureText } from '../elements/parts/problem-note.ts';
import type { Words } from '../messages/words.ts';
import { tryTo } from '../page/try-to.ts';
import type { Step } from '../state/steps.ts';
import type { IntentKey, OrderClient } from './order-client.ts';
import { keepIfLeft } from './payment-trip.ts';

/** An accepted order whose hold had lapsed, or whose saved method was refused. */
export interface DueOrder {
  readonly key: IntentKey;
  readonly order: PayableOrder;
  readonly reference: string;
}

/** What the customer sees while the order is paid again. */
export interface DueState {
  readonly reference: string;
  readonly isBusy: boolean;
  /** Why the payment failed; empty before the first try. */
  readonly problem: string;
  /** Whether the customer has confirmed it, and the proxy has not yet said that it is taken. */
  readonly isConfirmed: boolean;
}

interface Source {
  readonly orders: Pick<OrderClient, 'payDue'>;
  /** The payment method whose fields the customer sees. */
  readonly method: PaymentMethod | undefined;
  readonly words: Words;
  /** Does the work with the page open to what the payment provider shows there. */
  confirming(work: () => Promise<void>): Promise<void>;
  /** Shows what has changed. */
  update(): void;
}

/** Lets the customer pay what is due for an accepted order. */
export class DuePayment {
  readonly #source: () => Source;
  readonly #confirmed = new Set<string>();
  #isBusy = false;
  #problem = '';

  constructor(source: () => Source) {
    this.#source = source;
  }

  /** The order whose payment fields are to be shown. */
  payableIn(step: Step): DueOrder | undefined {
    return dueOrders(step).find(({ reference }) => !this.#confirmed.has(reference));
  }

  stateIn(step: Step): DueState[] {
    const payable = this.payableIn(step)?.reference;
    return dueOrders(step)
      .map(({ reference }) => ({
        reference,
        isBusy: this.#isBusy,
        problem: this.#problem,
        isConfirmed: this.#confirmed.has(reference),
      }))
      .filter(({ reference, isConfirmed }) => isConfirmed || reference === payable);
  }

  async pay(step: Step): Promise<void> {
    const due = this.payableIn(step);
    const { method, update, confirming } = this.#source();
    if (!due || !method || this.#isBusy) return;
    await confirming(() => this.#payWith(method, due));
    this.#isBusy = false;
    update();
  }

  async #payWith(method: PaymentMethod, due: DueOrder): Promise<void> {
    const { words, update } = this.#source();
    tryTo('payment.collect', () => method.collect?.());
    this.#isBusy = true;
    this.#problem = '';
    update();
    const trip = { keys: ['key' in due.key ? due.key.key : due.key.viewKey], details: new Map() };
    const forget = keepIfLeft(() => trip);
    try {
      if (await this.#confirm(due, method)) this.#confirmed.add(due.reference);
      else this.#problem = words.say('dueNotPaid');
    } catch (error) {
      this.#problem = failureText(failureOf(error), words);
    } finally {
      forget();
    }
  }

  async #confirm({ key, order }: DueOrder, method: PaymentMethod): Promise<boolean> {
    const { orders } = this.#source();
    const { is_confirmed, ...payment } = await orders.payDue(key);
    if (is_confirmed) return true;
    const given: { authorised?: true; refused?: string } = await method.authorise(order, payment);
    if (!given.authorised) return false;
    // With this call the proxy takes the money at once, without it within minutes.
    await orders.payDue(key).catch(() => {});
    return true;
  }
}

function dueOrders(step: Step): DueOrder[] {
  if (step.name === 'view') {
    const { intent, viewKey } = step;
    return dueOrder({ viewKey }, intent, intent?.summary);
  }
  if (step.name !== 'result') return [];
  return step.attempts.flatMap(({ key, intent, order }) => dueOrder({ key }, intent, order));
}

function dueOrder(
  key: IntentKey,
  intent: IntentResponse | null | undefined,
  order: OrderSummary | undefined,
): DueOrder[] {
  const { payment } = intent ?? {};
  if (!order || payment?.state !== 'due') return [];
  const { kind, vendor_id, vendor_name } = order;
  const { amount: total, currency, reference } = payment;
  return [{ key, order: { kind, vendor_id, vendor_name, total, currency }, reference }];
}
