import { minorDigits } from '../../src/contract/currency.ts';

const decimal = /^(-?)(\d+)(?:\.(\d+))?$/;

/**
 * Money as the platform writes it, a decimal string in orders and a JSON number elsewhere, in whole minor units.
 * Undefined when it is no exact amount of that currency: more digits than it has, an exponent, or too large to count.
 * Digits that only repeat zero are no loss, so "3900.00" is 3900 yen.
 */
export function toMinorUnits(amount: string | number, currency: string): number | undefined {
  const [, sign, whole, fraction = ''] = decimal.exec(String(amount)) ?? [];
  if (whole === undefined) return undefined;
  const digits = minorDigits(currency);
  if (/[^0]/.test(fraction.slice(digits))) return undefined;
  const minor = Number(whole + fraction.slice(0, digits).padEnd(digits, '0'));
  if (!Number.isSafeInteger(minor)) return undefined;
  return sign === '-' && minor > 0 ? -minor : minor;
}
