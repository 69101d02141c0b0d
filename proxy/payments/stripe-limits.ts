import { fromStripeAmount, toStripeAmount } from '#contract/stripe-amount';
import type { Unpayable } from './provider.ts';

/**
 * The smallest amounts that Stripe charges, in its own units.
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 * They are of the currency in which Stripe pays out. A charge that has to be converted into it must be
 * worth as much, which Stripe alone can say.
 */
const least: Readonly<Record<string, number>> = {
  AED: 200,
  AUD: 50,
  BGN: 100,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  CZK: 1_500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  INR: 50,
  JPY: 50,
  MXN: 1_000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PLN: 200,
  RON: 200,
  SEK: 300,
  SGD: 50,
  THB: 1_000,
  USD: 50,
};

/** How many digits an amount may have; eight in all other currencies. */
const digits: Readonly<Record<string, number>> = {
  COP: 13,
  HUF: 13,
  IDR: 12,
  INR: 9,
  JPY: 13,
  LBP: 14,
};

/**
 * The smallest and the largest amount of a currency that can be paid at Stripe, in minor units. Where
 * Stripe publishes no smallest one, it is the smallest that there is.
 */
export function stripeLimits(currency: string): { readonly least: number; readonly most: number } {
  return {
    least: fromStripeAmount(least[currency] ?? 1, currency),
    most: fromStripeAmount(10 ** (digits[currency] ?? 8) - 1, currency),
  };
}

/** Why an amount of minor units cannot be paid at Stripe; undefined if it can. */
export function unpayableAtStripe(amount: number, currency: string): Unpayable | undefined {
  const limits = stripeLimits(currency);
  if (amount < limits.least) return 'too-small';
  if (amount > limits.most) return 'too-large';
  return toStripeAmount(amount, currency) === undefined ? 'inexact' : undefined;
}
