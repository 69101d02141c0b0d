import { withinTime } from '../http/timeout.ts';
import { PAYMENT_TIMEOUT } from '../time-limits.ts';

/** The provider has not responded in time, so the outcome of the call is unclear. */
export class ProviderSilent extends Error {
  override readonly name = 'ProviderSilent';
}

/** With a timeout, so that a provider that hangs blocks neither an order nor other payments. */
export async function askProvider<T>(call: () => Promise<T>): Promise<T> {
  const result = await withinTime(call(), PAYMENT_TIMEOUT, undefined);
  if (result === undefined) throw new ProviderSilent('the payment provider has not responded');
  return result;
}
