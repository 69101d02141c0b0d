import { z } from 'zod';
import type { SiteContext } from '../context.ts';
import { createCodec, parseStored } from '../store/codec.ts';
import { createRows } from '../store/rows.ts';
import { type Quote, QUOTE_LIFETIME, quoteExpired } from './quote.ts';

/**
 * Which intent each quote is used for: a quote is good for one order. A row is written before its
 * intent, and stays until long after the quote has expired, so it also leads to intents that ended
 * without an order.
 */
export interface UsedQuotes {
  /**
   * Binds the quote to an intent, by compare-and-set. Repeating it for the same intent is harmless.
   * `admit` is called before a row is written. Resolves to the function that `admit` returned,
   * which the caller calls if the intent should not count against the limit after all.
   * @throws {ProblemError} `quote-expired` when the quote is used for another intent
   */
  use(quote: Quote, intentId: string, admit: () => () => void): Promise<() => void>;
  /**
   * Visits the intents whose quotes expired half an hour ago, oldest first, and removes the rows
   * for which `isOver` resolves to true.
   */
  visitExpired(isOver: (intentId: string) => Promise<boolean>): Promise<void>;
}

interface UsedQuote {
  readonly intent_id: string;
  readonly expires_at: number;
}

const codec = createCodec<UsedQuote>(z.object({ intent_id: z.string(), expires_at: z.number() }));

/** How long a quote stays used after it has expired: the clocks of processes may differ. */
const KEPT_AFTER_EXPIRY = QUOTE_LIFETIME;
/** Enough for milliseconds since the epoch, so that keys sort by time. */
const DIGITS = 15;
/** Rows held in memory at once during a visit. */
const PAGE_SIZE = 500;

export function createUsedQuotes({
  store,
  site,
  clock,
}: Pick<SiteContext, 'store' | 'site' | 'clock'>): UsedQuotes {
  const prefix = `quote/${site.key}/`;
  const rows = createRows(store, codec);

  // By the signed id, not the signature, which can be written in several ways that all verify.
  function keyOf({ id, expires_at }: Quote): string {
    return `${prefix}${String(expires_at).padStart(DIGITS, '0')}/${id}`;
  }

  return {
    async use(quote, intent_id, admit) {
      for (;;) {
        const { value, version } = await rows.load(keyOf(quote));
        if (value?.intent_id === intent_id) return () => {};
        if (version > 0) throw quoteExpired();
        const release = admit();
        const row = { intent_id, expires_at: quote.expires_at };
        const isWritten = await rows.save(keyOf(quote), row, 0).catch((error: unknown) => {
          release();
          throw error;
        });
        if (isWritten) return release;
        // Another request was faster; the next load shows for which intent.
        release();
      }
    },

    async visitExpired(isOver) {
      let afterKey = '';
      for (;;) {
        const page = await store.list(prefix, { afterKey, limit: PAGE_SIZE });
        for (const { key, value, version } of page) {
          const row = codec.decode(parseStored(value));
          if (row && clock() < row.expires_at + KEPT_AFTER_EXPIRY) return;
          if (!row || (await isOver(row.intent_id))) await store.delete(key, version);
        }
        if (page.length < PAGE_SIZE) return;
        afterKey = page.at(-1)?.key ?? '';
      }
    },
  };
}
