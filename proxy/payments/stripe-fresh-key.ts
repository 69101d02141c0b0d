import { isKeySpent } from './stripe-errors.ts';

/** Each is spent by a failure, so a call has failed as often before the last one is tried. */
const MOST_KEYS = 20;

/**
 * Makes a call that does no harm if it is made twice: what it asks for can happen only once, or
 * nobody notices a second one. Stripe keeps the first response under an idempotency key for a day,
 * a failure too; then the same call goes on under the next key, which is the same in any process.
 */
export async function underFreshKey<T>(
  idempotencyKey: string,
  call: (idempotencyKey: string) => Promise<T>,
  isSpent = isKeySpent,
): Promise<T> {
  for (let spent = 0; ; spent += 1) {
    try {
      return await call(spent === 0 ? idempotencyKey : `${idempotencyKey}/${spent}`);
    } catch (error) {
      if (!isSpent(error) || spent + 1 === MOST_KEYS) throw error;
    }
  }
}
