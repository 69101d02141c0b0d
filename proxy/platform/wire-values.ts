import { z } from 'zod';
import { minorDigits } from '#contract/currency';
import { id as contractId } from '#contract/values.schema';
import { toInstant } from '../clock.ts';
import { isListable } from '../ids.ts';

// The platform's values, as loosely typed as the spec shows them: ids and numbers as string or
// number, one object where a list is meant, empty strings for what is absent.

export const anything = z.unknown().optional();
export const stringOrNumber = z.union([z.string(), z.number()]);
export const matching = (pattern: RegExp) => z.string().regex(pattern);
/** Numbers that JavaScript cannot count exactly arrive as strings (`parse-json.ts`). */
export const id = z.union([z.string(), z.int()]).transform(String).pipe(contractId);
/**
 * For what can be requested only in a list of ids: without a listable id it could never be ordered.
 */
export const listableId = id.refine(isListable);
export const number = z
  .union([z.number(), matching(/^-?\d+(\.\d+)?$/).transform(Number)])
  .pipe(z.number());
export const coordinate = number.catch(0);
export const integer = number.pipe(z.int());
export const count = integer.pipe(z.number().min(0));
/** Places or pieces: an overbooked date has none left. */
export const remaining = integer.transform((value) => Math.max(0, value));
/** Minutes that can be subtracted from a date without leaving the calendar. */
export const minutes = integer.pipe(z.number().min(-5e6).max(5e6));
export const duration = minutes.pipe(z.number().min(0));
/** Money, to be converted with its currency (`toMinorUnits`). */
export const amount = stringOrNumber;
export const flag = anything.transform((value) => value === true || value === 1 || value === '1');
/** In this millennium, so that the year keeps its four digits whatever is added to it. */
export const instant = z.iso
  .datetime({ offset: true })
  .startsWith('2')
  .transform((time) => toInstant(Date.parse(time)));
export const errorCode = stringOrNumber.transform(String).pipe(matching(/^\d{1,64}$/));

/** The fields of these names, all with the same schema. */
export function fieldsOf<K extends string, T extends z.ZodType>(schema: T, ...names: K[]) {
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<K, T>;
}

/** `fallback` for a value that is missing, null or an empty string. Any other value has to fit. */
export function orElse<T extends z.ZodType>(schema: T, fallback: z.output<T>) {
  const present = anything.transform((value) => (isAbsent(value) ? undefined : value));
  return present.pipe(schema.optional()).transform((value) => value ?? fallback);
}

/** A list whose items are parsed later, each by itself, so that a bad one spoils no other. */
export const items = anything.transform((value): unknown[] =>
  isAbsent(value) ? [] : [value].flat(),
);

/** A list of details, without the items that do not fit. */
export function lenientList<T extends z.ZodType>(schema: T) {
  const list = items.pipe(z.array(schema.optional().catch(undefined)));
  return list.transform((parsed) => parsed.filter((item) => item !== undefined));
}

/**
 * A list that restricts something. It has to fit as a whole: without an item it would restrict
 * less.
 */
export function strictList<T extends z.ZodType>(schema: T) {
  return items.pipe(z.array(schema));
}

/** In minor units: what is lost when an amount was computed in binary, as 38.99999999999999 was. */
const NOISE = 1e-6;

/**
 * Money as the platform writes it, a decimal string in orders and a JSON number elsewhere, in whole
 * minor units. Undefined when it is not an exact amount of that currency: more digits than it has,
 * an exponent, or too large to count. Trailing zeros are no loss, so "3900.00" is 3900 yen.
 */
export function toMinorUnits(amount: string | number, currency: string): number | undefined {
  const [, sign, units, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(amount)) ?? [];
  const digits = minorDigits(currency);
  if (units === undefined) return undefined;
  const rest = Number(`0.${fraction.slice(digits)}0`);
  if (rest >= NOISE && rest <= 1 - NOISE) return undefined;
  const whole = Number(units + fraction.slice(0, digits).padEnd(digits, '0'));
  const minor = whole + Math.round(rest);
  if (!Number.isSafeInteger(minor)) return undefined;
  return sign === '-' && minor > 0 ? -minor : minor;
}

export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
