import { failureOf } from '../client/request-error.ts';
import { delay, delayAfter } from './retry.ts';

/** Milliseconds before the first polls of an intent that is being checked, and before the rest. */
export const FIRST_DELAYS = [1000, 2000, 3000];
const DELAY = 5000;
/** The delay doubles while polls fail, up to this one. */
const MAX_DELAY = 60_000;

/** How the widget hears what became of an intent: it asks again and again. */
export interface Polling {
  /**
   * Polls until it is over, in the place of whatever was polled under the name before.
   * @param delays milliseconds before each of the first polls
   * @param poll whether it is over; its number counts from 0
   */
  start(
    name: string,
    delays: number[],
    poll: (number: number, signal: AbortSignal) => Promise<boolean>,
  ): Promise<void>;
  stop(): void;
}

export function createPolling(): Polling {
  const running = new Map<string, AbortController>();

  return {
    async start(name, delays, poll) {
      running.get(name)?.abort();
      const controller = new AbortController();
      running.set(name, controller);
      const { signal } = controller;
      let wait = 0;
      for (let number = 0; ; number += 1) {
        wait = Math.max(delays[number] ?? DELAY, wait);
        await delay(wait, signal);
        if (signal.aborted) return;
        try {
          if (await poll(number, signal)) return;
          wait = 0;
        } catch (error) {
          // The customer waits for the outcome, and need not hear that a poll failed.
          wait = delayAfter(failureOf(error), Math.min(wait * 2, MAX_DELAY));
        }
      }
    },

    stop() {
      for (const controller of running.values()) controller.abort();
      running.clear();
    },
  };
}
