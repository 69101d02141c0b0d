/** Making a format takes longer than anything that is done with one. */
const digitsByCurrency = new Map<string, number>();

/**
 * Number of digits after the decimal point that a currency is written with (ISO 4217): EUR 2, JPY
 * 0, KWD 3.
 * @throws {RangeError} when the code is not three letters.
 */
export function minorDigits(currency: string): number {
  const cached = digitsByCurrency.get(currency);
  if (cached !== undefined) return cached;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  digitsByCurrency.set(currency, digits);
  return digits;
}
