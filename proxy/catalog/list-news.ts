import type { Every } from '../background.ts';
import { wait } from '../clock.ts';
import type { Store } from '../store/store.ts';
import { CATALOG_LOOK_EVERY } from '../time-limits.ts';

/** Looks for what other instances have stored or requested. */
export interface ListNews {
  /** Resolves after the next look, or after `CATALOG_LOOK_EVERY`. */
  next(): Promise<void>;
}

/** `look` reads the store. It runs at each announcement, and periodically in case one got lost. */
export function createListNews(
  store: Pick<Store, 'listen'>,
  every: Every,
  look: () => Promise<void>,
): ListNews {
  let waiting: (() => void)[] = [];
  let looking: Promise<void> | undefined;
  let hasMoreNews = false;
  store.listen(() => void lookOnce().catch(() => {}));
  every(CATALOG_LOOK_EVERY, lookOnce);

  /** Single-flight: news that arrives during a look causes one more look. */
  function lookOnce(): Promise<void> {
    hasMoreNews = true;
    looking ??= lookWhileNews().finally(() => (looking = undefined));
    return looking;
  }

  async function lookWhileNews(): Promise<void> {
    while (hasMoreNews) {
      hasMoreNews = false;
      await look();
      for (const wake of waiting) wake();
      waiting = [];
    }
  }

  return {
    next() {
      const look = new Promise<void>((resolve) => waiting.push(resolve));
      return Promise.race([look, wait(CATALOG_LOOK_EVERY)]);
    },
  };
}
