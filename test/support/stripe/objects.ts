import { createHmac } from 'node:crypto';
import type Stripe from 'stripe';
import type { Payment, Refund } from './account.ts';
import type { Customer, Method, Setup } from './methods.ts';
import published from './published-objects.json' with { type: 'json' };

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000);

/** With the fields of the published example, of which the server gives the main ones a value. */
export function paymentIntentOf(payment: Payment) {
  const { id, amount, currency, status, received, client_secret, metadata, canceled } = payment;
  const own = {
    id,
    amount,
    amount_capturable: status === 'requires_capture' ? amount : 0,
    amount_received: received,
    currency,
    status,
    client_secret,
    metadata,
    capture_method: payment.isManual ? 'manual' : 'automatic',
    created: seconds(payment.created),
    canceled_at: canceled ? seconds(canceled.at) : null,
    cancellation_reason: canceled?.reason ?? null,
    customer: payment.customer ?? null,
    last_payment_error: payment.error ? { ...payment.error } : null,
    next_action: null,
    processing: null,
  } satisfies Partial<Record<keyof Stripe.PaymentIntent, unknown>>;
  return { ...published.payment_intent, ...own };
}

export function customerOf({ id, metadata, created }: Customer) {
  const own = { id, metadata, created: seconds(created) } satisfies Partial<Stripe.Customer>;
  return { ...published.customer, ...own };
}

export function methodOf({ id, customer, created }: Method) {
  const own = { id, customer, created: seconds(created) } satisfies Partial<Stripe.PaymentMethod>;
  return { ...published.payment_method, ...own };
}

/** @param isExpanded whether it has the method itself in place of its id */
export function setupIntentOf(setup: Setup, isExpanded = false) {
  const { id, customer, status, method, metadata, client_secret, created } = setup;
  const own = {
    id,
    customer,
    status,
    metadata,
    client_secret,
    created: seconds(created),
    usage: 'off_session',
    last_setup_error: null,
    next_action: null,
    payment_method: method ? (isExpanded ? methodOf(method) : method.id) : null,
  } satisfies Partial<Record<keyof Stripe.SetupIntent, unknown>>;
  return { ...published.setup_intent, ...own };
}

export function refundOf({ id, payment, amount, metadata, created, status }: Refund) {
  const { currency } = payment;
  const own = {
    id,
    amount,
    currency,
    metadata,
    payment_intent: payment.id,
    created: seconds(created),
    status,
  } satisfies Partial<Stripe.Refund>;
  return { ...published.refund, ...own };
}

export function disputeOf({ id, received, currency }: Payment) {
  const own = { payment_intent: id, amount: received, currency } satisfies Partial<Stripe.Dispute>;
  return { ...published.dispute, ...own };
}

export function listOf(url: string, data: readonly object[]) {
  return { object: 'list', url, has_more: false, data };
}

/** The text of an event, and its `Stripe-Signature`: an HMAC of the time and the text. */
export function signedEvent(
  type: Stripe.Event.Type,
  object: object,
  { secret, at }: { readonly secret: string; readonly at: number },
) {
  const id = `evt_${crypto.randomUUID().replaceAll('-', '')}`;
  const event = { ...published.event, id, type, created: seconds(at), data: { object } };
  const text = JSON.stringify(event);
  const hash = createHmac('sha256', secret)
    .update(`${seconds(at)}.${text}`)
    .digest('hex');
  return { text, signature: `t=${seconds(at)},v1=${hash}` };
}
