/**
 * The currencies of ISO 4217 that do not have two decimal digits. `Intl` is not used, because
 * engines disagree about some (HUF, IDR, IQD): widget and proxy could then disagree about money.
 */
const exceptions: readonly [digits: number, currencies: string][] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];

/**
 * The number of decimal digits of a currency (ISO 4217): EUR 2, JPY 0, KWD 3.
 * @throws {RangeError} when the code is not three letters.
 */
export function minorDigits(currency: string): number {
  if (!/^[a-z]{3}$/i.test(currency)) throw new RangeError(`${currency} is no currency`);
  const code = currency.toUpperCase();
  return exceptions.find(([, currencies]) => currencies.includes(code))?.[0] ?? 2;
}
