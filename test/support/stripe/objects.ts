import { createHmac } from 'node:crypto';
import type Stripe from 'stripe';
import type { Payment, Refund } from './account.ts';
import type { Customer, Method, Setup } from './methods.ts';
import published from './published-objects.json' with { type: 'json' };

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000);

/**
 * With the fields of the published example, of which the server gives the main ones a value.
 * @param isExpanded whether it has the charge itself in place of its id
 */
export function paymentIntentOf(payment: Payment, isExpanded = false) {
  const { id, amount, currency, status, received, client_secret, metadata, canceled } = payment;
  const { charge, methods } = payment;
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
    latest_charge: charge && isExpanded ? chargeOf(payment, []) : (charge ?? null),
    payment_method_types: [...methods],
    next_action: status === 'requires_action' ? { type: 'use_stripe_sdk' } : null,
    processing: null,
  } satisfies Partial<Record<keyof Stripe.PaymentIntent, unknown>>;
  return { ...published.payment_intent, ...own };
}

/** The charge of a payment that was confirmed, with the refunds of it. */
export function chargeOf(payment: Payment, refunds: readonly Refund[]) {
  const { id, amount, currency, received, charge, customer, held, metadata, status } = payment;
  const { method = 'card', until = 0 } = held ?? {};
  const amount_refunded = refunds.reduce((all, refund) => all + refund.amount, 0);
  const { card } = published.charge.payment_method_details;
  // Only of cards that are held, and not taken yet.
  const isHeld = status === 'requires_capture';
  const ofCard = { ...card, ...(isHeld && { capture_before: seconds(until) }) };
  const own = {
    id: charge ?? '',
    amount,
    amount_captured: received,
    amount_refunded,
    captured: received > 0,
    created: seconds(held?.at ?? payment.created),
    currency,
    customer: customer ?? null,
    metadata,
    payment_intent: id,
    payment_method_details:
      method === 'card' ? { type: method, card: ofCard } : { type: method, [method]: {} },
    refunded: amount_refunded >= amount,
    status: 'succeeded',
  } satisfies Partial<Record<keyof Stripe.Charge, unknown>>;
  return { ...published.charge, ...own };
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
  const { id, customer, status, method, methods, metadata, client_secret, created } = setup;
  const own = {
    id,
    customer,
    status,
    metadata,
    client_secret,
    created: seconds(created),
    usage: 'off_session',
    last_setup_error: setup.error ? { ...setup.error } : null,
    latest_attempt: setup.attempt ?? null,
    next_action: status === 'requires_action' ? { type: 'use_stripe_sdk' } : null,
    payment_method_types: [...methods],
    payment_method: method ? (isExpanded ? methodOf(method) : method.id) : null,
  } satisfies Partial<Record<keyof Stripe.SetupIntent, unknown>>;
  return { ...published.setup_intent, ...own };
}

export function refundOf({ id, payment, amount, metadata, created, status }: Refund) {
  const { currency } = payment;
  const own = {
    id,
    amount,
    charge: payment.charge ?? null,
    currency,
    metadata,
    payment_intent: payment.id,
    created: seconds(created),
    status,
  } satisfies Partial<Record<keyof Stripe.Refund, unknown>>;
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
