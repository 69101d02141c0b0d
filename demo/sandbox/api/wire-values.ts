// How timestamps, money and VAT are written in JSON. Inside the sandbox a timestamp is milliseconds
// since the epoch, and money is an integer of minor units.

/** ISO 8601 UTC, to the second (spec, Conventions). */
export function formatTimestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

/** An absent date is an empty string in order payloads (spec, General encoding rules). */
export function formatOptionalTimestamp(milliseconds: number | undefined): string {
  return milliseconds === undefined ? '' : formatTimestamp(milliseconds);
}

/** Undefined for anything but an existing moment in the spec's format. */
export function parseTimestamp(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text)) return undefined;
  const milliseconds = Date.parse(text);
  // Date.parse accepts 30 February and returns a day in March, so the result is formatted and
  // compared.
  const isReal = !Number.isNaN(milliseconds) && formatTimestamp(milliseconds) === text;
  return isReal ? milliseconds : undefined;
}

/** Digits after the decimal point (ISO 4217) of the currencies that vendors here use. */
const currencyDigits: Readonly<Record<string, number>> = { EUR: 2, JPY: 0, KWD: 3 };

/** Money in event and product payloads: a JSON number. */
export function moneyNumber(minor: number, currency: string): number {
  return Number(moneyString(minor, currency));
}

/** Money in order payloads: a decimal string with the currency's own digits. */
export function moneyString(minor: number, currency: string): string {
  const digits = currencyDigits[currency];
  if (digits === undefined) throw new RangeError(`the digits of ${currency} are not known`);
  if (digits === 0) return String(minor);
  const padded = String(minor).padStart(digits + 1, '0');
  return `${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}

/** Minor units of an amount; undefined if it has more digits than the currency. */
export function parseMoney(value: number, currency: string): number | undefined {
  const minor = Math.round(value * 10 ** (currencyDigits[currency] ?? 0));
  return moneyNumber(minor, currency) === value ? minor : undefined;
}

/** VAT in order payloads: the percentage as a decimal string. */
export function vatString(percent: number): string {
  return percent.toFixed(2);
}
