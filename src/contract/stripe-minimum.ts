import { minorDigits } from './currency.ts';

/**
 * The least that Stripe takes, in major units, from the table "Minimum and maximum charge amounts" of
 * its documentation.
 */
const minimums: Readonly<Record<string, number>> = {
  AED: 2,
  AUD: 0.5,
  BRL: 0.5,
  CAD: 0.5,
  CHF: 0.5,
  CZK: 15,
  DKK: 2.5,
  EUR: 0.5,
  GBP: 0.3,
  HKD: 4,
  HUF: 175,
  INR: 0.5,
  JPY: 50,
  MXN: 10,
  MYR: 2,
  NOK: 3,
  NZD: 0.5,
  PLN: 2,
  RON: 2,
  SEK: 3,
  SGD: 0.5,
  THB: 10,
  USD: 0.5,
};

/**
 * The least amount that Stripe takes in a currency, in minor units; undefined if Stripe names none.
 * For an account that is paid out in another currency, what the amount converts to has to reach the
 * minimum of that one too.
 */
export function minimumAtStripe(currency: string): number | undefined {
  const minimum = minimums[currency.toUpperCase()];
  return minimum === undefined ? undefined : Math.round(minimum * 10 ** minorDigits(currency));
}
