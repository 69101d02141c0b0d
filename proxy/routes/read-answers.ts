import type { HonoRequest } from 'hono';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { after, type Answer, type Soon } from '../answer.ts';
import type { Held } from '../catalog/held.ts';
import { parseQuery } from '../guards/parse.ts';

const MOST_BYTES = 64 * 1024 * 1024;

/** Answers of reads: parsed, made, written and hashed once for as long as the values that they are made of are held. */
export function createReadAnswers() {
  const written = new LRUCache<string, Tagged, () => object>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ body }) => body.byteLength + 1024,
    fetchMethod: (_key, _old, { context: make }) => tag(JSON.stringify(make())),
    // What lost its place meanwhile is an answer nevertheless.
    ignoreFetchAbort: true,
  });
  const numbers = new WeakMap<object, number>();
  let lastNumber = 0;

  function numberOf({ value }: Held<object>): number {
    const number = numbers.get(value) ?? (lastNumber += 1);
    numbers.set(value, number);
    return number;
  }

  /** The same values and the same question are the same answer. */
  return function answerRead<Query extends z.ZodObject>(
    req: HonoRequest,
    from: readonly Held<object>[],
    query: Query,
    make: (query: z.output<Query>) => object,
    cacheControl = 'public, max-age=60, stale-while-revalidate=600',
  ): Soon<Answer> {
    // Whatever host the request names, the answer is the same.
    const key = `${from.map(numberOf).join()} ${req.url.slice(req.url.indexOf('/', 8))}`;
    const context = () => make(parseQuery(query, req.raw));
    return after(written.get(key) ?? written.forceFetch(key, { context }), (tagged) =>
      answerTagged(req, tagged, {
        'Content-Type': 'application/json',
        'Cache-Control': cacheControl,
        ...(from.some(({ stale }) => stale) && { 'Booking-Stale': 'true' }),
      }),
    );
  };
}

type Tagged = Awaited<ReturnType<typeof tag>>;

/** A body that is answered often, with the tag by which a browser knows that it has it already. */
export async function tag(text: string) {
  const body = new TextEncoder().encode(text);
  const hash = await crypto.subtle.digest('SHA-256', body);
  const hex = Array.from(new Uint8Array(hash, 0, 12), (byte) => byte.toString(16).padStart(2, '0'));
  // Weak: whoever stands in between may compress it.
  return { body, etag: `W/"${hex.join('')}"` };
}

export function answerTagged(req: HonoRequest, { body, etag }: Tagged, headers: Answer['headers']): Answer {
  const isKnown =
    req
      .header('If-None-Match')
      ?.split(',')
      .some((one) => one.trim() === etag) ?? false;
  return { status: isKnown ? 304 : 200, headers: { ...headers, ETag: etag }, body: isKnown ? null : body };
}
