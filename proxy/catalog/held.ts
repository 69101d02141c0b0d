import type { Clock } from '../clock.ts';

/** An answer of the platform that is kept, and whether it is older than it should be. */
export interface Held<T> {
  readonly value: T;
  readonly stale: boolean;
}

interface Options<T> {
  readonly load: (key: string) => Promise<T>;
  /** Milliseconds, counted from the question, not from the answer. */
  readonly freshFor: number;
  /** Whether an old answer is better than none while the platform fails. */
  readonly keepsStale: boolean;
  readonly clock: Clock;
}

/** After a failure the platform is left alone for so long, or every visitor would ask it again. */
const PAUSE_AFTER_FAILURE = 2_000;
const MOST_KEYS = 2_000;

interface Slot<T> {
  kept?: { readonly value: T; asked_at: number };
  failed?: { readonly error: unknown; readonly at: number };
  loading?: Promise<Held<T>>;
}

/** Answers by key, each loaded once for any number of people who ask at the same time. */
export function createHeld<T>({ load, freshFor, keepsStale, clock }: Options<T>) {
  const slots = new Map<string, Slot<T>>();

  async function refresh(key: string, slot: Slot<T>): Promise<Held<T>> {
    const asked_at = clock();
    try {
      const value = await load(key);
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

  function fallback({ kept }: Slot<T>, error: unknown): Held<T> {
    if (!kept || !keepsStale) throw error;
    return { value: kept.value, stale: true };
  }

  function slotOf(key: string): Slot<T> {
    const slot = slots.get(key) ?? {};
    slots.delete(key);
    slots.set(key, slot);
    const [oldest] = slots.keys();
    if (slots.size > MOST_KEYS && oldest !== undefined) slots.delete(oldest);
    return slot;
  }

  /** The next question goes to the platform, also while an older one is still being answered. */
  function forget(prefix: string): void {
    for (const key of slots.keys()) if (key.startsWith(prefix)) slots.delete(key);
  }

  /** What is held counts as old from now on; it still serves while the platform fails. */
  function expire(): void {
    for (const { kept } of slots.values()) if (kept) kept.asked_at = -Infinity;
  }

  async function get(key: string): Promise<Held<T>> {
    const slot = slotOf(key);
    const now = clock();
    if (slot.kept && now < slot.kept.asked_at + freshFor) {
      return { value: slot.kept.value, stale: false };
    }
    if (slot.failed && now < slot.failed.at + PAUSE_AFTER_FAILURE) {
      return fallback(slot, slot.failed.error);
    }
    slot.loading ??= refresh(key, slot);
    return slot.loading;
  }

  return Object.assign(get, { forget, expire });
}
