import { MINUTE } from '#contract/milliseconds';
import type { SiteContext } from '../context.ts';
import { KeyRefused, type PaymentProvider } from './provider.ts';

/** Pause between two of these log lines, in milliseconds. */
const PAUSE = 10 * MINUTE;

export const keyRemedy =
  'the payment provider does not accept the secret key of the site, so nobody can pay: set a valid one, with the permissions that it needs, and restart';

/** Logs that the provider does not accept a key; customers see only a temporary failure. */
export function withKeyAlarm(
  provider: PaymentProvider,
  { log, clock, site }: Pick<SiteContext, 'log' | 'clock' | 'site'>,
): PaymentProvider {
  let quietUntil = -Infinity;

  const watched =
    <Values extends unknown[], Result>(call: (...values: Values) => Promise<Result>) =>
    async (...values: Values): Promise<Result> => {
      try {
        return await call(...values);
      } catch (error) {
        if (error instanceof KeyRefused && clock() >= quietUntil) {
          quietUntil = clock() + PAUSE;
          log({ event: 'payment-key-refused', site: site.key, error: error.name, todo: keyRemedy });
        }
        throw error;
      }
    };

  const { readEvent, unpayable } = provider;
  return {
    name: provider.name,
    create: watched((...values) => provider.create(...values)),
    read: watched((...values) => provider.read(...values)),
    capture: watched((...values) => provider.capture(...values)),
    void: watched((...values) => provider.void(...values)),
    refund: watched((...values) => provider.refund(...values)),
    ...(unpayable && { unpayable: unpayable.bind(provider) }),
    ...(readEvent && { readEvent: readEvent.bind(provider) }),
  };
}
