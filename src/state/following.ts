import type { BookingClient, IntentKey } from '../client/booking-client.ts';
import { failureOf } from '../client/request-error.ts';
import type { IntentResponse } from '../contract/order.schema.ts';
import type { Failure } from '../domain/failure.ts';
import { delay, delayAfter } from './retry.ts';

/** Milliseconds before the first questions about an order whose outcome is awaited. */
export const FIRST_DELAYS = [1000, 2000, 3000];
/** Before each look at what is awaited, when streams do not come through or have ended. */
const DELAYS = { outcome: 5000, status: 60_000 };
/** The delay doubles while looks fail, up to this one. */
const MAX_DELAY = 60_000;

/** `outcome`: whether the order was placed. `status`: what becomes of it then. */
export type Awaited = keyof typeof DELAYS | undefined;

/** An intent that is followed. */
export interface Followed {
  key: IntentKey;
  /** Milliseconds before each of the first looks, which ask once; then it is streamed. */
  delays: number[];
  /** Undefined ends it. */
  awaited(): Awaited;
  /** The number of the look counts from 0. */
  onIntent(intent: IntentResponse, look: number): void;
  onFailure?(failure: Failure, look: number): void;
}

/** The document: whoever does not see it is not waiting for a status. */
export type Page = Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>;

/** How the widget hears what becomes of orders: it asks, and then has it streamed. */
export interface Following {
  /** Follows an intent until nothing of it is awaited; in the place of what had the name before. */
  start(name: string, followed: Followed): Promise<void>;
  /** Ends what is not awaited any more. */
  prune(): void;
  stop(): void;
}

interface Run {
  followed: Followed;
  ended: AbortController;
}

/**
 * Whose stream is the page's one: browsers open six connections to a proxy at most. A run that has
 * ended leaves it to whoever comes next, even before its connection is closed.
 */
let streaming: AbortSignal | undefined;

export function createFollowing(
  client: () => BookingClient,
  page: () => Page | undefined,
): Following {
  const runs = new Map<string, Run>();

  const isHidden = () => page()?.hidden ?? true;

  function restart(): void {
    for (const [name, { followed }] of [...runs]) void start(name, { ...followed, delays: [0] });
  }

  async function start(name: string, followed: Followed): Promise<void> {
    runs.get(name)?.ended.abort();
    const run = { followed, ended: new AbortController() };
    runs.set(name, run);
    page()?.addEventListener('visibilitychange', restart);
    await follow(run);
    if (!followed.awaited() && runs.get(name) === run) runs.delete(name);
  }

  async function follow({ followed, ended: { signal } }: Run): Promise<void> {
    let least = 0;
    for (let look = 0; isAwaited(followed); look += 1) {
      const wait = Math.max(delayBefore(look, followed), least);
      await delay(wait, signal);
      if (signal.aborted || !isAwaited(followed)) return;
      try {
        await lookAt(followed, look, signal);
        least = 0;
      } catch (error) {
        if (signal.aborted) return;
        const failure = failureOf(error);
        followed.onFailure?.(failure, look);
        // The customer waits for the outcome, and need not hear that a look failed.
        least = delayAfter(failure, Math.min(wait * 2, MAX_DELAY));
      }
    }
  }

  /** A page that is shown again asks again. */
  function isAwaited({ awaited }: Followed): boolean {
    return awaited() === 'outcome' || (awaited() === 'status' && !isHidden());
  }

  function delayBefore(look: number, { delays, awaited }: Followed): number {
    if (look === delays.length && canStream()) return 0;
    return delays[look] ?? DELAYS[awaited() ?? 'status'];
  }

  const canStream = () => (!streaming || streaming.aborted) && !isHidden();

  async function lookAt(followed: Followed, look: number, signal: AbortSignal): Promise<void> {
    const { key, delays } = followed;
    // A response that was on its way when this ended is not heard any more.
    const onIntent = (intent: IntentResponse) => {
      if (!signal.aborted) followed.onIntent(intent, look);
    };
    if (look < delays.length || !canStream()) return onIntent(await client().intent(key, signal));
    streaming = signal;
    try {
      await client().follow(key, onIntent, signal);
    } finally {
      if (streaming === signal) streaming = undefined;
    }
  }

  return {
    start,

    prune() {
      for (const [name, { followed, ended }] of runs) {
        if (followed.awaited()) continue;
        ended.abort();
        runs.delete(name);
      }
    },

    stop() {
      page()?.removeEventListener('visibilitychange', restart);
      for (const { ended } of runs.values()) ended.abort();
      runs.clear();
    },
  };
}
