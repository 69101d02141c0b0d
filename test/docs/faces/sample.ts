import { z } from 'zod';
import { within } from './rows.ts';

/** Values of which each field of the platform takes some. */
export const candidates: readonly unknown[] = [
  ...['39.00', '2026-11-21T09:00:00Z', '2026-12-24T10:00:00Z', 'EUR', 'JPY', 'DE', 'de', 'Bearer'],
  ...['bearer', 'name@example.com', 'https://example.com/', 'abcdefghijk', 'Europe/Berlin'],
  ...['payment', 'refund', 'ADULT', 7, 1, 0, -7, true, false, 'a text', ''],
];

type Item = Readonly<Record<string, unknown>>;

/** A value that the schema takes, with all its fields. `given`: values by the name of a field. */
export function sampleOf(schema: z.ZodType, given: Item = {}): unknown {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape as Readonly<Record<string, z.ZodType>>);
    return Object.fromEntries(
      fields.map(([name, field]) => [
        name,
        Object.hasOwn(given, name) ? given[name] : sampleOf(field, given),
      ]),
    );
  }
  if (schema instanceof z.ZodArray) return [sampleOf(schema.element as z.ZodType, given)];
  const inner = within(schema).find(isStructured);
  if (inner) return sampleOf(inner, given);
  const options = schema instanceof z.ZodEnum ? schema.options : [];
  return [...candidates, ...options].find((value) => {
    const { success, data } = schema.safeParse(value);
    return success && data !== undefined;
  });
}

/** Whether there is an object or a list in it. */
function isStructured(schema: z.ZodType): boolean {
  return (
    schema instanceof z.ZodObject ||
    schema instanceof z.ZodArray ||
    within(schema).some(isStructured)
  );
}

/** The item with another value at a path; of a list, in its first item. */
export function withValue(item: unknown, path: string, value: unknown): unknown {
  if (path === '') return value;
  if (Array.isArray(item)) return [withValue(item[0], path, value), ...item.slice(1)];
  const [name = '', ...rest] = path.split('.');
  const fields = item as Item;
  return { ...fields, [name]: withValue(fields[name], rest.join('.'), value) };
}

/** What is in it, by its path: of a list, the values of all items. */
export function leavesOf(value: unknown, path = ''): [path: string, value: string][] {
  if (Array.isArray(value)) return value.flatMap((item) => leavesOf(item, path));
  if (typeof value !== 'object' || value === null) return [[path, JSON.stringify(value)]];
  const before = path && `${path}.`;
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, before + name));
}
