import { z } from 'zod';
import { minorDigits } from '../../src/contract/currency.ts';
import { id as contractId } from '../../src/contract/values.schema.ts';
import { toInstant } from '../clock.ts';
import { readHtml, toHref, toPlain } from './html.ts';

// The platform's values, read with the wobble that the spec shows: ids and numbers as either type,
// one object where a list is meant, empty strings for what is absent.

export const anything = z.unknown().optional();
const scalar = z.union([z.string(), z.number()]);
export const like = (pattern: RegExp) => z.string().regex(pattern);
// A number that JSON cannot carry whole would name another thing.
export const id = z.union([z.string(), z.int()]).transform(String).pipe(contractId);
/** Cut where nobody reads on. */
export const text = scalar.transform((value) => toPlain(String(value).slice(0, 10_000))).catch('');
/** What nothing can be shown without. */
export const name = text.pipe(z.string().trim().min(1));
export const html = z.string().catch('').transform(readHtml);
/** Empty when it is none. */
export const webAddress = text
  .transform(toHref)
  .transform((address) => (address?.startsWith('http') ? address : ''));
export const number = z
  .union([z.number(), like(/^-?\d+(\.\d+)?$/).transform(Number)])
  .pipe(z.number());
export const coordinate = number.catch(0);
export const integer = number.pipe(z.int());
export const count = integer.pipe(z.number().min(0));
/** Places or pieces: of what is overbooked there are none left. */
export const left = integer.transform((value) => Math.max(0, value));
/** Minutes that can be counted from a date without leaving the calendar. */
export const minutes = integer.pipe(z.number().min(-5e6).max(5e6));
export const duration = minutes.pipe(z.number().min(0));
/** Money, to be read with its currency. */
export const amount = scalar;
export const flag = anything.transform((value) => value === true || value === 1 || value === '1');
/** Of this millennium, so that it keeps four digits for the year whatever is added to it. */
const anyInstant = z.iso.datetime({ offset: true }).startsWith('2');
export const instant = anyInstant.transform((time) => toInstant(Date.parse(time)));
export const timezone = z.string().refine(isTimezone);
export const errorCode = scalar.transform(String).pipe(like(/^\d{1,8}$/));

export function each<K extends string, T extends z.ZodType>(schema: T, ...names: K[]) {
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<K, T>;
}

/** The value when there is none: missing, null or an empty string. Any other value has to fit. */
export function orElse<T extends z.ZodType>(schema: T, absent: z.output<T>) {
  const given = anything.transform((value) => (isAbsent(value) ? undefined : value));
  return given.pipe(schema.optional()).transform((value) => value ?? absent);
}

/**
 * A list whose items are read one by one later, so that a bad one does not take the others with it.
 */
export const items = anything.transform((value): unknown[] =>
  isAbsent(value) ? [] : [value].flat(),
);

/** A list of details, without those that do not fit. */
export function fitting<T extends z.ZodType>(schema: T) {
  const list = items.pipe(z.array(schema.optional().catch(undefined)));
  return list.transform((read) => read.filter((item) => item !== undefined));
}

/** A list that restricts something: without an item that does not fit it would restrict less. */
export const whole = <T extends z.ZodType>(schema: T) => items.pipe(z.array(schema));

/**
 * Money as the platform writes it, a decimal string in orders and a JSON number elsewhere, in whole
 * minor units. Undefined when it is no exact amount of that currency: more digits than it has, an
 * exponent, or too large to count. Digits that only repeat zero are no loss, so "3900.00" is 3900
 * yen.
 */
export function toMinorUnits(amount: string | number, currency: string): number | undefined {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(amount)) ?? [];
  const digits = minorDigits(currency);
  if (whole === undefined || /[^0]/.test(fraction.slice(digits))) return undefined;
  const minor = Number(whole + fraction.slice(0, digits).padEnd(digits, '0'));
  if (!Number.isSafeInteger(minor)) return undefined;
  return sign === '-' && minor > 0 ? -minor : minor;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function isTimezone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
