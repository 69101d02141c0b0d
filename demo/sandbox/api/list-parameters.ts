import { createMiddleware } from 'hono/factory';
import { z } from 'zod';
import { ApiError } from './errors.ts';
import { timestamp, validationMessage } from './validation.ts';

// The types of query parameters. Each list has a table of names and types. A missing parameter is
// undefined or has its default. One of the wrong type is refused by name, and so is one that the
// operation does not have, because it would be ignored silently.

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

/** The spec's "integer 0 or 1", read as a boolean. */
export const zeroOrOne = z.enum(['0', '1'], 'has to be 0 or 1').transform((text) => text === '1');

export { timestamp };

export const ids = z
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

/**
 * A rectangle on the map. The spec's four numbers cannot express one that crosses the 180th
 * meridian.
 */
export interface Rectangle {
  readonly minLat: number;
  readonly minLng: number;
  readonly maxLat: number;
  readonly maxLng: number;
}

/** Exactly four numbers: minLat,minLng,maxLat,maxLng (spec, Per-operation list parameters). */
export const geolocation = z.string().transform((text, context): Rectangle => {
  const numbers = text
    .split(',')
    .map((part) => (/^-?\d+(\.\d+)?$/.test(part) ? Number(part) : NaN));
  const [minLat = NaN, minLng = NaN, maxLat = NaN, maxLng = NaN] = numbers;
  const isRectangle = numbers.length === 4 && minLat <= maxLat && minLng <= maxLng;
  if (!isRectangle || minLat < -90 || maxLat > 90 || minLng < -180 || maxLng > 180) {
    context.addIssue('has to be four numbers: minLat,minLng,maxLat,maxLng');
    return z.NEVER;
  }
  return { minLat, minLng, maxLat, maxLng };
});

export interface SortKey {
  readonly attribute: string;
  readonly descending: boolean;
}

/** `date`, `+date` or `-date`, several separated by commas. An unescaped + arrives as a space. */
function orderBy(attributes: readonly string[]) {
  return z.string().transform((list, context): readonly SortKey[] =>
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
export function commonParameters(orderAttributes: readonly string[]) {
  return {
    order: orderBy(orderAttributes).optional(),
    limit: integer.default(100_000),
    offset: integer.default(0),
    accept: ids.optional(),
    exclude: ids.optional(),
    fields: ids.optional(),
    with_count: boolean.default(false),
    match: z.string().optional(),
    delta_since: timestamp.optional(),
  };
}

export type CommonQuery = z.output<z.ZodObject<ReturnType<typeof commonParameters>>>;

export function parseParameters<Shape extends z.ZodRawShape>(
  table: z.ZodObject<Shape>,
  request: Request,
): z.output<z.ZodObject<Shape>> {
  const given = new URL(request.url).searchParams;
  // Read by `authenticate`.
  given.delete('access_token');
  for (const name of given.keys()) {
    if (!Object.hasOwn(table.shape, name)) {
      throw new ApiError('parameterInvalid', `${name}: is not a parameter here`);
    }
    if (given.getAll(name).length > 1) {
      throw new ApiError('parameterInvalid', `${name}: is given twice`);
    }
  }
  const result = table.safeParse(Object.fromEntries(given));
  if (result.success) return result.data;
  throw new ApiError('parameterInvalid', validationMessage(result.error));
}

/** The operations that are no lists have no parameters (spec, Table B). */
export const withoutParameters = createMiddleware(async (c, next) => {
  parseParameters(z.object({}), c.req.raw);
  await next();
});
