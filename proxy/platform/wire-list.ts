import { z } from 'zod';
import { PlatformMalformed } from './errors.ts';
import { id } from './wire-values.ts';

/** @throws {PlatformMalformed} when the value is no list */
export function toList(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new PlatformMalformed('a list was expected');
  return value;
}

const itemWithId = z.object({ id });

/** The id of an item, even if nothing else in it can be read. */
export function toId(item: unknown): string | undefined {
  return itemWithId.safeParse(item).data?.id;
}
