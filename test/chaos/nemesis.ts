import { setTimeout as sleep } from 'node:timers/promises';
import type { Dice } from '../simulation/dice.ts';
import type { PostgresServer } from '../support/postgres.ts';
import type { ProxyProcess } from './proxies.ts';
import type { SharedStore } from './shared-store.ts';

/** Makes trouble again and again, until it is stopped. */
export interface Nemesis<T> {
  /** Resolves to what it has done. */
  readonly ended: Promise<readonly T[]>;
  readonly stop: () => void;
}

/** What was done to proxies, or to the store behind all of them. */
export interface Strike {
  readonly kind: 'kill' | 'pause' | 'rewind' | 'rewind-and-restart';
  /** The numbers of the proxies that could not work. */
  readonly proxies: readonly number[];
  /** When it began and ended; in milliseconds since the run began. A rewind undoes all between. */
  readonly from: number;
  readonly until: number;
}

export interface NemesisContext {
  readonly proxies: readonly ProxyProcess[];
  readonly store: Pick<SharedStore, 'takeSnapshot' | 'tellRestored'>;
  readonly dice: Dice;
  /** Milliseconds since the run began. */
  readonly elapsed: () => number;
}

/** In milliseconds; how soon a nemesis notices that it is stopped. */
const NOTICE = 100;
const CUT_EVERY = 10_000;
/** Longer than the settle time, so that a paused sender resumes when its order was looked for. */
const LONGEST_PAUSE = 8_000;
const LONGEST_REWIND = 4_000;
const kinds = { kill: 62, pause: 30, rewind: 5, 'rewind-and-restart': 3 };

/** Kills and restarts, or pauses, one of the proxies every few seconds, or rewinds their store. */
export function startNemesis(context: NemesisContext): Nemesis<Strike> {
  const { proxies, store, dice, elapsed } = context;

  async function strike(kind: Strike['kind'], proxy: number): Promise<void> {
    const struck = proxies[proxy] as ProxyProcess;
    switch (kind) {
      case 'kill':
        await struck.kill();
        await sleep(dice.delay(100, 2_000));
        return struck.start();
      case 'pause':
        struck.pause();
        await sleep(dice.delay(1_000, LONGEST_PAUSE));
        return struck.resume();
      case 'rewind':
        return rewind();
      case 'rewind-and-restart':
        return rewind(async (restore) => {
          await Promise.all(proxies.map((one) => one.kill()));
          await restore();
          await store.tellRestored();
          await Promise.all(proxies.map((one) => one.start()));
        });
    }
  }

  /** Has the store go back by some seconds. */
  async function rewind(around = (restore: () => Promise<void>) => restore()): Promise<void> {
    const snapshot = await store.takeSnapshot();
    await sleep(dice.delay(500, LONGEST_REWIND));
    await around(snapshot.restore);
  }

  return repeat(
    () => dice.between(1_000, 4_000),
    async () => {
      const kind = dice.weighted(kinds);
      const proxy = Math.floor(dice.between(0, proxies.length));
      const from = elapsed();
      await strike(kind, proxy);
      const isOfAll = kind === 'rewind-and-restart';
      const numbers = isOfAll ? [...proxies.keys()] : kind === 'rewind' ? [] : [proxy];
      return { kind, proxies: numbers, from, until: elapsed() };
    },
  );
}

/** Restarts the database, or only cuts its connections. */
export function startCutter(database: PostgresServer): Nemesis<'restart' | 'cut'> {
  let isRestart = false;
  return repeat(
    () => CUT_EVERY,
    async () => {
      isRestart = !isRestart;
      await (isRestart ? database.restart() : database.cutConnections());
      return isRestart ? 'restart' : 'cut';
    },
  );
}

/** Does nothing. */
export const calm: Nemesis<never> = { ended: Promise.resolve([]), stop: () => {} };

function repeat<T>(pause: () => number, strike: () => Promise<T>): Nemesis<T> {
  let isStopped = false;

  async function strikeAgainAndAgain(): Promise<T[]> {
    for (const strikes: T[] = []; ;) {
      const end = performance.now() + pause();
      while (!isStopped && performance.now() < end) await sleep(NOTICE);
      if (isStopped) return strikes;
      strikes.push(await strike());
    }
  }

  return { ended: strikeAgainAndAgain(), stop: () => (isStopped = true) };
}
