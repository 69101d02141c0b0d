import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import type { Priority } from '../platform/budget.ts';

/**
 * An answer of the platform that is kept, and whether the platform could not be asked for a newer
 * one.
 */
export interface Cached<T> {
  readonly value: T;
  readonly stale: boolean;
}

interface Options<T> {
  readonly load: (key: string, priority: Priority) => Promise<T>;
  /** Milliseconds, counted from the question, not from the answer. */
  readonly freshFor: number;
  /** Whether an old answer is better than none, and better than to wait for long. */
  readonly keepsStale: boolean;
  readonly clock: Clock;
}

/** After a failure the platform is left alone for so long, or every visitor would ask it again. */
const PAUSE_AFTER_FAILURE = 2_000;
/**
 * What is older than fresh is answered at once, and renewed behind it; what is older than this is
 * waited for.
 */
const AT_ONCE = 3_600_000;
const LONGEST_WAIT = 2_000;
const MOST_KEYS = 2_000;

interface Slot<T> {
  kept?: { readonly value: T; asked_at: number };
  failed?: { readonly error: unknown; readonly at: number };
  loading?: Promise<Cached<T>>;
}

/** Answers by key, each loaded once for any number of people who ask at the same time. */
export function createCache<T>({ load, freshFor, keepsStale, clock }: Options<T>) {
  // `max` would set room aside for all of them at once.
  const slots = new LRUCache<string, Slot<T>>({
    maxSize: MOST_KEYS,
    sizeCalculation: () => 1,
    memoMethod: () => ({}),
  });

  async function refresh(key: string, slot: Slot<T>, priority: Priority): Promise<Cached<T>> {
    const asked_at = clock();
    try {
      const value = await load(key, priority);
      slot.kept = { value, asked_at };
      delete slot.failed;
      return { value, stale: false };
    } catch (error) {
      slot.failed = { error, at: clock() };
      return fallback(slot, error);
    } finally {
      delete slot.loading;
    }
  }

  function fallback({ kept }: Slot<T>, error: unknown): Cached<T> {
    if (!kept || !keepsStale) throw error;
    return { value: kept.value, stale: true };
  }

  /** What is fresh, if anything is: nobody has to wait for it. */
  function fresh(key = ''): Cached<T> | undefined {
    const kept = slots.get(key)?.kept;
    return kept && clock() < kept.asked_at + freshFor
      ? { value: kept.value, stale: false }
      : undefined;
  }

  async function get(key = ''): Promise<Cached<T>> {
    const slot = slots.memo(key);
    const { kept, failed } = slot;
    const now = clock();
    const age = kept ? now - kept.asked_at : Infinity;
    if (kept && age < freshFor) return { value: kept.value, stale: false };
    if (failed && now < failed.at + PAUSE_AFTER_FAILURE) return fallback(slot, failed.error);

    const isUsable = keepsStale && age < AT_ONCE;
    slot.loading ??= refresh(key, slot, isUsable ? 'background' : kept ? 'visitor' : 'order');
    if (!kept || !keepsStale) return slot.loading;
    if (isUsable) return { value: kept.value, stale: failed !== undefined };
    return firstOf(slot.loading, { value: kept.value, stale: true });
  }

  return Object.assign(get, {
    fresh,
    /** The next question goes to the platform, also while an older one is still being answered. */
    forget(prefix: string): void {
      for (const key of [...slots.keys()]) if (key.startsWith(prefix)) slots.delete(key);
    },
    /** What is held counts as old from now on; it still serves while the platform fails. */
    expire(): void {
      for (const { kept } of slots.values()) if (kept) kept.asked_at = -Infinity;
    },
  });
}

async function firstOf<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, LONGEST_WAIT, otherwise);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
