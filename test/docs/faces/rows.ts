import { z } from 'zod';
import { type Operation, operations } from '../../../proxy/platform/operations.ts';

/** One thing that the specification names, as the client's own tables have it. */
export interface Row {
  /** The class of the operations that it belongs to, such as `events`. */
  readonly of: string;
  /** A `field` is in responses, an `input` in the body of a write. */
  readonly kind: 'operation' | 'parameter' | 'field' | 'input';
  /** Of fields and inputs a path: `prices.value`. */
  readonly name: string;
  /** One value of those that it has a closed set of: `REQUEST`. */
  readonly value?: string;
}

/**
 * How reasons name it: `createDate`, `events?type=ALL`, `events.prices.value`, `new
 * events.prices.value`.
 */
export function keyOf({ of, kind, name, value }: Row): string {
  const text = value === undefined ? name : `${name}=${value}`;
  if (kind === 'operation') return text;
  if (kind === 'parameter') return `${of}?${text}`;
  return kind === 'field' ? `${of}.${text}` : `new ${of}.${text}`;
}

const table: readonly (readonly [string, Operation])[] = Object.entries(operations);

/** Each operation, parameter, field and value of the tables that the client is made of. */
export function rowsOfTables(): Row[] {
  const rows = table.flatMap(([name, operation]) => {
    const { class: of, parameters, items, response, body } = operation;
    return [
      { of, kind: 'operation' as const, name },
      ...rowsOf(of, 'parameter', parameters),
      ...rowsOf(of, 'field', items ?? response),
      ...rowsOf(of, 'input', body),
    ];
  });
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()];
}

function rowsOf(of: string, kind: Row['kind'], schema: z.ZodType | undefined): Row[] {
  if (!schema) return [];
  return [...fieldsOf(schema)].flatMap(({ path, values }) => {
    const row = { of, kind, name: path };
    return [row, ...values.map((value) => ({ ...row, value }))];
  });
}

interface Field {
  readonly path: string;
  readonly values: readonly string[];
}

/** The fields of a schema; of those that have fields themselves, these. */
export function* fieldsOf(schema: z.ZodType, before = ''): Generator<Field> {
  for (const { shape } of objectsIn(schema)) {
    for (const [name, field] of Object.entries(shape as Readonly<Record<string, z.ZodType>>)) {
      const path = before + name;
      const inner = [...fieldsOf(field, `${path}.`)];
      if (inner.length > 0) yield* inner;
      else yield { path, values: valuesOf(field) };
    }
  }
}

function* objectsIn(schema: z.ZodType): Generator<z.ZodObject> {
  if (schema instanceof z.ZodObject) yield schema;
  for (const inner of within(schema)) yield* objectsIn(inner);
}

/** Closed sets of capital letters; the names that `fields` takes are no states. */
function valuesOf(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodEnum) return schema.options.map(String).filter(isState);
  if (schema instanceof z.ZodLiteral) return [...schema.values].map(String).filter(isState);
  return schema instanceof z.ZodArray ? [] : within(schema).flatMap(valuesOf);
}

const isState = (value: string) => /^[A-Z]+$/.test(value);

/** The schemas that a schema is made of, but for those of an object's fields. */
export function within(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodPipe) return [schema.in, schema.out] as z.ZodType[];
  if (schema instanceof z.ZodUnion) return schema.options as z.ZodType[];
  if (schema instanceof z.ZodArray) return [schema.element as z.ZodType];
  if ('innerType' in schema.def) return [schema.def.innerType as z.ZodType];
  return [];
}
