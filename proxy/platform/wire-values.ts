import { z } from 'zod';
import { id as contractId } from '../../src/contract/values.schema.ts';
import { toInstant } from '../clock.ts';
import { toPlain } from './text.ts';

// The platform's values, read with the wobble that the spec shows: ids and numbers as either type, one object where a
// list is meant, empty strings for what is absent.

export const anything = z.unknown().optional();
const scalar = z.union([z.string(), z.number()]);
// A number that JSON cannot carry whole would name another thing.
export const id = z.union([z.string(), z.int()]).transform(String).pipe(contractId);
/** Cut where nobody reads on. */
export const text = scalar.transform((value) => toPlain(String(value).slice(0, 10_000))).catch('');
/** What nothing can be shown without. */
export const name = text.pipe(z.string().trim().min(1));
export const html = z.string().catch('');
const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);
export const number = z.union([z.number(), decimal.transform(Number)]).pipe(z.number());
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
export const instant = z.iso
  .datetime({ offset: true })
  .startsWith('2')
  .transform((time) => toInstant(Date.parse(time)));
export const timezone = z.string().refine(isTimezone);
export const errorCode = scalar.transform(String).pipe(z.string().regex(/^\d{1,8}$/));

/** The value when there is none: missing, null or an empty string. Any other value has to fit. */
export function orElse<T extends z.ZodType>(schema: T, absent: z.output<T>) {
  return anything
    .transform((value) => (isAbsent(value) ? undefined : value))
    .pipe(schema.optional())
    .transform((value) => value ?? absent);
}

/** A list whose items are read one by one later, so that a bad one does not take the others with it. */
export const items = anything.transform((value): unknown[] => {
  if (Array.isArray(value)) return value;
  return isAbsent(value) ? [] : [value];
});

/** A list of details, without those that do not fit. */
export function fitting<T extends z.ZodType>(schema: T) {
  return items.transform((list) =>
    list.flatMap((item): z.output<T>[] => {
      const result = schema.safeParse(item);
      return result.success ? [result.data] : [];
    }),
  );
}

/** A list that restricts something: without an item that does not fit it would restrict less. */
export function whole<T extends z.ZodType>(schema: T) {
  return items.pipe(z.array(schema));
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
