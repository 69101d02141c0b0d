import { mock } from 'node:test';

/**
 * Virtual time for widget, proxy and platform in one Node process. Timers end in the order of their
 * due times, and all work that needs no time is done before more time passes.
 */
export interface VirtualTime {
  /** Lets time pass in steps of `STEP`. */
  pass(milliseconds: number): Promise<void>;
  /** Waits until all work is done that needs no time. */
  quiesce(): Promise<void>;
  end(): void;
}

/** In milliseconds; a timer ends at most this late. */
const STEP = 1_000;
/** After this many turns without work, everything waits for time. */
const QUIET_TURNS = 12;

type Method = (this: SubtleCrypto, ...values: unknown[]) => Promise<unknown>;

/** `advance` moves the clocks that the test gave to what it tests. */
export function useVirtualTime(advance: (milliseconds: number) => void): VirtualTime {
  mock.timers.enable({ apis: ['setTimeout'] });
  const cryptography = countCryptography();

  async function quiesce(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      if (cryptography.pending() > 0) quiet = -1;
    }
  }

  return {
    quiesce,
    async pass(milliseconds) {
      for (let left = milliseconds; left > 0; left -= STEP) {
        const step = Math.min(STEP, left);
        advance(step);
        mock.timers.tick(step);
        await quiesce();
      }
    },
    end() {
      cryptography.restore();
      mock.timers.reset();
    },
  };
}

/**
 * Counts running hashing and encryption, which happen in other threads and so take no turn of this
 * one.
 */
function countCryptography() {
  const prototype = SubtleCrypto.prototype as unknown as Record<string, Method>;
  const originals = new Map<string, Method>();
  let pending = 0;
  for (const name of [
    'digest',
    'encrypt',
    'decrypt',
    'sign',
    'verify',
    'importKey',
    'deriveBits',
  ]) {
    const original = prototype[name];
    if (!original) continue;
    originals.set(name, original);
    prototype[name] = function counted(...values) {
      pending += 1;
      return original.apply(this, values).finally(() => (pending -= 1));
    };
  }
  return {
    pending: () => pending,
    restore: () => void Object.assign(prototype, Object.fromEntries(originals)),
  };
}
