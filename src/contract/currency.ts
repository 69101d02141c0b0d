/**
 * Number of digits after the decimal point that a currency is written with (ISO 4217): EUR 2, JPY
 * 0, KWD 3.
 * @throws {RangeError} when the code is not three letters.
 */
export function minorDigits(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}
