import type { HonoRequest } from 'hono';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { Answer, Soon } from '../http/response.ts';
import type { Cached } from './cache.ts';
import { parseQuery } from '../http/parse.ts';

const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Answers of reads: parsed, made, written and hashed once for as long as the values that they are
 * made of are held.
 */
export function createReadAnswers() {
  const written = new LRUCache<string, Answer, () => Promise<Answer>>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ body }) => (body?.length ?? 0) + 1024,
    fetchMethod: (_key, _old, { context: write }) => write(),
    // What lost its place meanwhile is an answer nevertheless.
    ignoreFetchAbort: true,
  });
  const numbers = new WeakMap<object, number>();
  let lastNumber = 0;

  function numberOf({ value, stale }: Cached<object>): number {
    const number = numbers.get(value) ?? (lastNumber += 1);
    numbers.set(value, number);
    return stale ? -number : number;
  }

  /** The same values and the same question are the same answer. */
  return function answerRead<Query extends z.ZodObject>(
    req: HonoRequest,
    from: readonly Cached<object>[],
    query: Query,
    make: (query: z.output<Query>) => object,
    cacheControl = 'public, max-age=60, stale-while-revalidate=600',
  ): Soon<Answer> {
    // Whatever host the request names, the answer is the same.
    let key = req.url.slice(req.url.indexOf('/', 8));
    for (const held of from) key += ` ${numberOf(held)}`;
    const context = async () =>
      answerTagged(JSON.stringify(make(parseQuery(query, req.raw))), {
        'Content-Type': 'application/json',
        'Cache-Control': cacheControl,
        ...(from.some(({ stale }) => stale) && { 'Booking-Stale': 'true' }),
      });
    return written.get(key) ?? written.forceFetch(key, { context });
  };
}

/** What is asked for often, with the tag by which a browser knows that it has it already. */
export async function answerTagged(text: string, headers: Answer['headers']): Promise<Answer> {
  const body = new TextEncoder().encode(text);
  const hash = await crypto.subtle.digest('SHA-256', body);
  const hex = Array.from(new Uint8Array(hash, 0, 12), (byte) => byte.toString(16).padStart(2, '0'));
  // Weak: whoever stands in between may compress it.
  const tagged = { ...headers, ETag: `W/"${hex.join('')}"` };
  return {
    status: 200,
    headers: tagged,
    body,
    known: { status: 304, headers: tagged, body: null },
  };
}
