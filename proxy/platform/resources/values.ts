import { z } from 'zod';
import * as contract from '#contract/values.schema';
import { toInstant } from '../../clock.ts';
import { anything, isAbsent, items, number, stringOrNumber } from '../wire-values.ts';

// The values of resources in responses and in bodies of writes (spec, General encoding rules).

/** In responses. */
export const text = stringOrNumber.transform(String);
/** Money, VAT or another number of an order: a decimal string, "39.00". */
export const decimal = text;
export const list = <T extends z.ZodType>(schema: T) => items.pipe(z.array(schema));
/** Undefined for a field that is missing, null or an empty string. */
export const maybe = <T extends z.ZodType>(schema: T) =>
  anything.transform((value) => (isAbsent(value) ? undefined : value)).pipe(schema.optional());
/** An integer in bodies, a string in some responses (spec, Event: active). */
export const zeroOrOne = z
  .union([number, z.boolean().transform(Number)])
  .pipe(z.union([z.literal(0), z.literal(1)]));

/** In bodies of writes and in parameters: `2026-11-21T09:00:00Z`, or a `Date`. */
export const time = z.union([
  contract.instant,
  z.date().transform((date) => toInstant(date.getTime())),
]);
export const emptyOrTime = z.union([z.literal(''), time]);
export const newId = contract.id;
export const newZeroOrOne = z.union([z.literal(0), z.literal(1)]);
export const count = z.int().min(0);
export const currency = contract.currency;
/** No item comes twice. */
export const unique = <T extends z.ZodType>(schema: T) =>
  z
    .array(schema)
    .refine(
      (items) => new Set(items.map((item) => JSON.stringify(item))).size === items.length,
      'no item may come twice',
    );
