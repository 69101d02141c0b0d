import { z } from 'zod';

/**
 * Encodes and parses one kind of row. Every row has the version of its shape in `v`, beginning with
 * 1, so that a newer proxy can migrate it.
 */
export interface Codec<T> {
  /** The row to write: the value and the current version. */
  encode(value: T): object;
  /** Undefined when the row is invalid, or of a newer version. */
  decode(row: unknown): T | undefined;
}

type Fields = Readonly<Record<string, unknown>>;
/** Migrates the fields of a row to the next version. */
export type Migration = (fields: Fields) => Fields;

const anyRow = z.looseObject({ v: z.int().min(1) });

/**
 * `migrations[0]` migrates version 1 to 2, and so on. Fields that the schema does not name are
 * dropped.
 */
export function createCodec<T extends object>(
  schema: z.ZodType<T>,
  migrations: readonly Migration[] = [],
): Codec<T> {
  const current = migrations.length + 1;

  return {
    encode: (value) => ({ v: current, ...value }),

    decode(row) {
      const parsed = anyRow.safeParse(row);
      if (!parsed.success || parsed.data.v > current) return undefined;
      const { v: version, ...written } = parsed.data;
      let fields: Fields = written;
      for (const migrate of migrations.slice(version - 1)) fields = migrate(fields);
      return schema.safeParse(fields).data;
    },
  };
}

/** Parses JSON; undefined when it is invalid. */
export function parseStored(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
