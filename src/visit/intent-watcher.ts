import { MINUTE } from '#contract/milliseconds';
import type { IntentResponse } from '#contract/order.schema';
import { failureOf } from '../client/request-error.ts';
import type { Failure } from '../domain/failure.ts';
import { delay, delayAfter } from '../state/retry.ts';
import type { IntentKey, OrderClient } from './order-client.ts';

/** Milliseconds before the first polls of an order whose outcome is awaited. */
export const FIRST_DELAYS = [1000, 2000, 3000];
/** Milliseconds between later polls, if streams do not get through or have ended. */
const DELAYS = { outcome: 5000, status: MINUTE };
/** The delay doubles after each failed poll, up to this one. */
const MAX_DELAY = MINUTE;

/** outcome: whether the order was placed. status: how the status of a placed order changes. */
export type AwaitedNews = keyof typeof DELAYS;

/** An intent, and what to do with news of it. */
export interface WatchedIntent {
  key: IntentKey;
  /** Milliseconds before each of the first polls; after them the intent is streamed. */
  delays: number[];
  /** Undefined ends the watch. */
  awaitedNews(): AwaitedNews | undefined;
  /** `poll` counts the polls from 0. */
  onIntent(intent: IntentResponse, poll: number): void;
  onFailure?(failure: Failure, poll: number): void;
}

/** The document. While it is hidden, no status is requested. */
export type Page = Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>;

/** Follows what becomes of orders, first by a few polls, then by a stream of server-sent events. */
export interface IntentWatcher {
  /**
   * Watches an intent until no news of it is awaited. Replaces an earlier watch of the same name.
   */
  start(name: string, watched: WatchedIntent): Promise<void>;
  /** Ends the watches for which no news is awaited any more. */
  prune(): void;
  stop(): void;
}

interface Watch {
  watched: WatchedIntent;
  ended: AbortController;
}

/**
 * The signal of the page's only stream. There is only one, because browsers open at most six
 * connections to a proxy. An aborted signal makes room for the next, even before its connection is
 * closed.
 */
let streaming: AbortSignal | undefined;

export function createIntentWatcher(
  client: () => OrderClient,
  page: () => Page | undefined,
): IntentWatcher {
  const watches = new Map<string, Watch>();

  const isHidden = () => page()?.hidden ?? true;

  function restart(): void {
    for (const [name, { watched }] of [...watches]) void start(name, { ...watched, delays: [0] });
  }

  async function start(name: string, watched: WatchedIntent): Promise<void> {
    watches.get(name)?.ended.abort();
    const watch = { watched, ended: new AbortController() };
    watches.set(name, watch);
    page()?.addEventListener('visibilitychange', restart);
    await run(watch);
    if (!watched.awaitedNews() && watches.get(name) === watch) watches.delete(name);
  }

  async function run({ watched, ended: { signal } }: Watch): Promise<void> {
    let minimumDelay = 0;
    for (let poll = 0; isAwaited(watched); poll += 1) {
      const wait = Math.max(delayBefore(poll, watched), minimumDelay);
      await delay(wait, signal);
      if (signal.aborted || !isAwaited(watched)) return;
      try {
        await request(watched, poll, signal);
        minimumDelay = 0;
      } catch (error) {
        if (signal.aborted) return;
        const failure = failureOf(error);
        // Not shown to the customer, who is waiting for the order and not for the poll.
        watched.onFailure?.(failure, poll);
        minimumDelay = delayAfter(failure, Math.min(wait * 2, MAX_DELAY));
      }
    }
  }

  /** A hidden page awaits no status; `restart` polls again once it is visible. */
  function isAwaited({ awaitedNews }: WatchedIntent): boolean {
    const news = awaitedNews();
    return news === 'outcome' || (news === 'status' && !isHidden());
  }

  function delayBefore(poll: number, { delays, awaitedNews }: WatchedIntent): number {
    if (poll === delays.length && canStream()) return 0;
    return delays[poll] ?? DELAYS[awaitedNews() ?? 'status'];
  }

  const canStream = () => (!streaming || streaming.aborted) && !isHidden();

  async function request(watched: WatchedIntent, poll: number, signal: AbortSignal): Promise<void> {
    const { key, delays } = watched;
    // A response that comes after the watch has ended is ignored.
    const onIntent = (intent: IntentResponse) => {
      if (!signal.aborted) watched.onIntent(intent, poll);
    };
    if (poll < delays.length || !canStream()) return onIntent(await client().intent(key, signal));
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
      for (const [name, { watched, ended }] of watches) {
        if (watched.awaitedNews()) continue;
        ended.abort();
        watches.delete(name);
      }
    },

    stop() {
      page()?.removeEventListener('visibilitychange', restart);
      for (const { ended } of watches.values()) ended.abort();
      watches.clear();
    },
  };
}
