import { performance } from 'node:perf_hooks';
import type { Unpreventable } from './check.ts';

const LOOK_EVERY = 100;
/**
 * From this length on, in milliseconds: processes one after the other may each be kept waiting so
 * long with the same order.
 */
const LONG = 1_000;

/**
 * Watches for times in which the machine gave this process no processor, and so none of the others
 * either. Other programs can take it for seconds, and an order then lands after its settle time.
 */
export function watchStalls(elapsed: () => number) {
  const stalls: Unpreventable['stalls'][number][] = [];
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const length = now - last - LOOK_EVERY;
    last = now;
    if (length >= LONG) stalls.push({ from: elapsed() - length, until: elapsed() });
  }, LOOK_EVERY);
  return { stalls: () => stalls, stop: async () => clearInterval(timer) };
}
