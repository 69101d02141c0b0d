import { z } from 'zod';
import { parseInstant } from '../instants.ts';
import { describeIssue } from '../issue.ts';
import { Refused } from '../refusals.ts';

/**
 * The types that a query parameter can have. A listing is a table of name and type; what is missing
 * is undefined or the type's default, what is of the wrong type is refused by name, what is not in
 * the table is ignored.
 */
export const integer = z
  .string()
  .regex(/^\d{1,9}$/, 'has to be an integer of 0 or more')
  .transform(Number);

/** A number, possibly with decimals, possibly negative. */
export const number = z
  .string()
  .regex(/^-?\d{1,9}(\.\d{1,9})?$/, 'has to be a number')
  .transform(Number);

export const boolean = z
  .enum(['true', 'false', '1', '0'], 'has to be true or false')
  .transform((text) => text === 'true' || text === '1');

/** The parameters that the spec types as integer 0 or 1. */
export const zeroOrOne = z.enum(['0', '1'], 'has to be 0 or 1').transform((text) => text === '1');

export const instant = z.string().transform((text, context) => {
  const milliseconds = parseInstant(text);
  if (milliseconds !== undefined) return milliseconds;
  context.addIssue('has to be a moment such as 2026-11-21T09:00:00Z');
  return z.NEVER;
});

export const text = z.string();

export const names = z
  .string()
  .min(1, 'has to name something')
  .transform((list) => new Set(list.split(',')));

export const integers = z
  .string()
  .regex(/^\d{1,9}(,\d{1,9})*$/, 'has to be integers, separated by commas')
  .transform((list) => new Set(list.split(',').map(Number)));

export function oneOf<const Values extends readonly string[]>(values: Values) {
  return z.enum(values, `has to be one of ${values.join(', ')}`);
}

export interface Sorting {
  readonly attribute: string;
  readonly descending: boolean;
}

/** `date`, `+date` or `-date`, several with commas. A + that was not escaped arrives as a space. */
export function orderBy(attributes: readonly string[]) {
  return z.string().transform((list, context): readonly Sorting[] =>
    list.split(',').map((item) => {
      const attribute = item.replace(/^[-+ ]/, '');
      if (!attributes.includes(attribute)) {
        context.addIssue(`"${attribute}" is not one of ${attributes.join(', ')}`);
      }
      return { attribute, descending: item.startsWith('-') };
    }),
  );
}

/** The parameters of every list (spec, Common list parameters). */
export function commonParameters(attributes: readonly string[]) {
  return {
    order: orderBy(attributes).optional(),
    limit: integer.default(100_000),
    offset: integer.default(0),
    accept: names.optional(),
    exclude: names.optional(),
    fields: names.optional(),
    with_count: boolean.default(false),
    match: text.optional(),
    delta_since: instant.optional(),
  };
}

export type CommonQuery = z.output<z.ZodObject<ReturnType<typeof commonParameters>>>;

export function readParameters<Shape extends z.ZodRawShape>(
  table: z.ZodObject<Shape>,
  request: Request,
): z.output<z.ZodObject<Shape>> {
  const given = new URL(request.url).searchParams;
  for (const name of Object.keys(table.shape)) {
    if (given.getAll(name).length > 1)
      throw new Refused('parameterInvalid', `${name}: is given twice`);
  }
  const result = table.safeParse(Object.fromEntries(given));
  if (result.success) return result.data;
  throw new Refused('parameterInvalid', describeIssue(result.error));
}
