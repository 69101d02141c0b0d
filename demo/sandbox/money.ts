/** Money is an integer of minor units inside; these are its two spellings on the wire. */

/** Digits after the decimal point (ISO 4217) of the currencies that vendors here use. */
const digits: Readonly<Record<string, number>> = { EUR: 2, JPY: 0, KWD: 3 };

/** As in event and product payloads: a JSON number. */
export function moneyNumber(minor: number, currency: string): number {
  return Number(moneyString(minor, currency));
}

/** As in order payloads: a decimal string with the currency's own digits. */
export function moneyString(minor: number, currency: string): string {
  const places = digits[currency];
  if (places === undefined) throw new RangeError(`the digits of ${currency} are not known`);
  if (places === 0) return String(minor);
  const padded = String(minor).padStart(places + 1, '0');
  return `${padded.slice(0, -places)}.${padded.slice(-places)}`;
}

/** Back into minor units; undefined where the currency has not so many digits. */
export function moneyMinor(value: number, currency: string): number | undefined {
  const minor = Math.round(value * 10 ** (digits[currency] ?? 0));
  return moneyNumber(minor, currency) === value ? minor : undefined;
}

/** VAT in order payloads: the percentage as a decimal string. */
export function vatString(percent: number): string {
  return percent.toFixed(2);
}
