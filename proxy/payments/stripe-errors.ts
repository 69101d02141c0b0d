import Stripe from 'stripe';
import { wait } from '../clock.ts';
import { PAYMENT_TIMEOUT } from '../time-limits.ts';
import { KeyRefused, PaymentRefused } from './provider.ts';

/**
 * Stripe is working on the same payment, or on the same call of another process, or the customer
 * has just confirmed what was to be canceled.
 */
const busyCodes: ReadonlySet<string | undefined> = new Set([
  'idempotency_key_in_use',
  'lock_timeout',
  'setup_intent_unexpected_state',
]);
const BUSY_PAUSE = 200;

/** Makes a call, again while Stripe is busy with the same one. @throws {PaymentRefused} */
export async function askStripe<T>(call: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + PAYMENT_TIMEOUT;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const isBusy = error instanceof Stripe.errors.StripeError && busyCodes.has(error.code);
      if (!isBusy || performance.now() > deadline) throw toOwnError(error);
      await wait(BUSY_PAUSE);
    }
  }
}

/** Whether Stripe has refused for good. */
export function isRefusal(error: unknown): boolean {
  const { StripeInvalidRequestError, StripeCardError } = Stripe.errors;
  return error instanceof StripeInvalidRequestError || error instanceof StripeCardError;
}

/**
 * Turns a final refusal into `PaymentRefused`; after anything else the outcome is unclear. The
 * package's own errors are not passed on, because they contain the response.
 */
function toOwnError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { StripeAuthenticationError, StripePermissionError } = Stripe.errors;
  const name = error.code ?? error.type;
  const isKey =
    error instanceof StripeAuthenticationError || error instanceof StripePermissionError;
  if (isKey) return new KeyRefused(name);
  return isRefusal(error) ? new PaymentRefused(name) : new StripeFailure(name);
}

/** Stripe cannot be reached, or is failing. */
export class StripeFailure extends Error {
  override readonly name = 'StripeFailure';
}
