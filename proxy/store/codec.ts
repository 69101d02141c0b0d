import { z } from 'zod';

/**
 * How one kind of row is written to the store and read back. Every row says in `v` which version of
 * its shape it has, so that an update of the proxy can still read what the last one wrote.
 */
export interface Codec<T> {
  /** The row to write: the value and the current version. */
  encode(value: T): object;
  /** Undefined when it is no row of this kind, or one of a version that is not known here. */
  decode(row: unknown): T | undefined;
}

type Fields = Readonly<Record<string, unknown>>;
/** Turns the fields of a row into those that the next version has. */
export type Migration = (fields: Fields) => Fields;

const anyRow = z.looseObject({ v: z.int().min(0).default(0) });

/** Version 0 is that of the rows that were written without a version; their fields are the same. */
export const fromVersion0: Migration = (fields) => fields;

/**
 * `migrations[n]` leads from version n to version n + 1, so the current version is their number.
 * Fields that the schema does not name are dropped.
 */
export function createCodec<T extends object>(
  schema: z.ZodType<T>,
  migrations: readonly Migration[],
): Codec<T> {
  const current = migrations.length;

  return {
    encode: (value) => ({ v: current, ...value }),

    decode(row) {
      const parsed = anyRow.safeParse(row);
      if (!parsed.success || parsed.data.v > current) return undefined;
      const { v: version, ...written } = parsed.data;
      let fields: Fields = written;
      for (const migrate of migrations.slice(version)) fields = migrate(fields);
      return schema.safeParse(fields).data;
    },
  };
}

/** The JSON of a stored text; undefined when it is none. */
export function parseStored(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
