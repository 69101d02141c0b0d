import { z } from 'zod';

const key = (form: RegExp, advice: string) => z.string().regex(form, advice).describe(advice);

/** The keys of an account at Stripe; each begins with what it is. */
export const stripeKeys = {
  secret_key: key(
    /^[rs]k_(test|live)_\w+$/,
    'set it to the secret key of Stripe, which begins with sk_ or rk_',
  ),
  publishable_key: key(
    /^pk_(test|live)_\w+$/,
    'set it to the publishable key of Stripe, which begins with pk_; every visitor sees it, so make a new secret key if that has been here',
  ),
  /** Of the address that Stripe sends its events to. */
  webhook_secret: key(
    /^whsec_\S+$/,
    'set it to the signing secret of the webhook, which begins with whsec_, or leave it out',
  ),
};

export interface StripeKeys {
  readonly secret_key: string;
  readonly publishable_key: string;
  readonly webhook_secret: string | undefined;
}

/** Whether they are for trying things out, where no money is taken. */
export function areTestKeys({ secret_key }: Pick<StripeKeys, 'secret_key'>): boolean {
  return isTestKey(secret_key);
}

/** Whether one key is for tests, and the other one takes money. */
export function areMixed({
  secret_key,
  publishable_key,
}: Pick<StripeKeys, 'secret_key' | 'publishable_key'>): boolean {
  return isTestKey(secret_key) !== isTestKey(publishable_key);
}

export const mixedKeysAdvice =
  'one key of Stripe is for tests and the other one is live; take both from the same page';

function isTestKey(key: string): boolean {
  return key.includes('_test_');
}
