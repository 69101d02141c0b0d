import type { HonoRequest } from 'hono';
import { LRUCache } from 'lru-cache';
import type { Answer } from '../answer.ts';
import type { Tagged } from './tagged.ts';
import { answerTagged, tag } from './tagged.ts';

const MOST_BYTES = 64 * 1024 * 1024;

interface Reading {
  /** Held values that the answer is made of. The same values and the same question are the same answer. */
  readonly from: readonly object[];
  /** Parses the question and makes the answer to it. */
  readonly make: () => object;
  readonly stale?: boolean;
  readonly cacheControl: string;
}

/** Answers of reads: made, written and hashed once for as long as the values that they are made of are held. */
export function createReadAnswers() {
  const written = new LRUCache<string, Tagged>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ body }) => body.byteLength + 1024,
  });
  const pending = new Map<string, Promise<Tagged>>();
  const numbers = new WeakMap<object, number>();
  let lastNumber = 0;

  function numberOf(value: object): number {
    const number = numbers.get(value) ?? (lastNumber += 1);
    numbers.set(value, number);
    return number;
  }

  function write(key: string, make: () => object): Promise<Tagged> {
    const writing =
      pending.get(key) ?? tag(JSON.stringify(make())).finally(() => pending.delete(key));
    pending.set(key, writing);
    return writing;
  }

  return async function answerRead(req: HonoRequest, reading: Reading): Promise<Answer> {
    const { from, make, stale, cacheControl } = reading;
    // Whatever host the request names, the answer is the same.
    const key = `${from.map(numberOf).join()} ${req.url.slice(req.url.indexOf('/', 8))}`;
    const tagged = written.get(key) ?? (await write(key, make));
    written.set(key, tagged);
    return answerTagged(req.header('If-None-Match'), tagged, {
      'Content-Type': 'application/json',
      'Cache-Control': cacheControl,
      ...(stale && { 'Booking-Stale': 'true' }),
    });
  };
}
