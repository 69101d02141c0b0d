import Stripe from 'stripe';
import { wait } from '../clock.ts';
import { PAYMENT_TIMEOUT } from '../time-limits.ts';
import { KeyRefused, PaymentRefused, ProviderError } from './provider.ts';

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

/** Makes a call, again while Stripe is busy with the same one. @throws {ProviderError} */
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
export function isRefusal(error: unknown): error is Stripe.errors.StripeError {
  const { StripeInvalidRequestError, StripeCardError } = Stripe.errors;
  return error instanceof StripeInvalidRequestError || error instanceof StripeCardError;
}

/** Whether the key is valid, and has no permission for this. */
export function isForbidden(error: unknown): boolean {
  return error instanceof Stripe.errors.StripePermissionError;
}

/** Whether it is what Stripe has kept under the idempotency key since an earlier call. */
export function isReplayed(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  return error.headers?.['idempotent-replayed'] === 'true';
}

/**
 * Whether the idempotency key leads to an earlier call that failed, or that was another one. For a
 * day, nothing else comes of that key. A refusal that is kept under it stands.
 */
export function isKeySpent(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeIdempotencyError) return true;
  return isReplayed(error) && !isRefusal(error);
}

/**
 * Turns a final refusal into `PaymentRefused`; after anything else the outcome is unclear. The
 * package's own errors are not passed on, because they contain the response.
 */
export function toOwnError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { StripeAuthenticationError, StripePermissionError } = Stripe.errors;
  const code = error.code ?? error.rawType ?? error.type;
  const { requestId } = error;
  const isKey =
    error instanceof StripeAuthenticationError || error instanceof StripePermissionError;
  if (isKey) return new KeyRefused(code, requestId);
  return isRefusal(error)
    ? new PaymentRefused(code, requestId)
    : new StripeFailure(code, requestId);
}

/** Stripe cannot be reached, or is failing. */
export class StripeFailure extends ProviderError {
  override readonly name = 'StripeFailure';
}
