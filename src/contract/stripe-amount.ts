import { minorDigits } from './currency.ts';

/** Currencies that Stripe counts in whole units, or with three decimals; the others have two. */
const decimals: Readonly<Record<string, number>> = {
  ...decimalsOf(0, 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'),
  ...decimalsOf(3, 'BHD JOD KWD OMR TND'),
};

/**
 * An amount of minor units as Stripe counts it: the króna of Iceland has no decimals, but two at
 * Stripe. Undefined when Stripe cannot take exactly this amount.
 */
export function toStripeAmount(amount: number, currency: string): number | undefined {
  const result = convert(amount, minorDigits(currency), decimalsAtStripe(currency));
  // Of three decimals the last one has to be zero.
  const step = decimalsAtStripe(currency) === 3 ? 10 : 1;
  return Number.isInteger(result / step) ? result : undefined;
}

export function fromStripeAmount(amount: number, currency: string): number {
  return convert(amount, decimalsAtStripe(currency), minorDigits(currency));
}

/** Multiplied before it is divided, so that whole amounts stay exact. */
function convert(amount: number, from: number, to: number): number {
  return (amount * 10 ** to) / 10 ** from;
}

function decimalsAtStripe(currency: string): number {
  return decimals[currency.toUpperCase()] ?? 2;
}

function decimalsOf(count: number, codes: string): Record<string, number> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, count]));
}
