import { mock } from 'node:test';

/**
 * Time that passes only when a test says so, for a whole chain in one Node process: waits end in
 * the order of their due times, and whatever needs no time is done before more of it passes.
 */
export interface VirtualTime {
  /** Lets so many milliseconds pass, `STEP` by `STEP`. */
  pass(milliseconds: number): Promise<void>;
  /** Does what can be done without any time passing. */
  quiesce(): Promise<void>;
  end(): void;
}

/** Milliseconds: the longest that a wait can end late. */
const STEP = 1_000;
/** So many turns without work in between, and everybody waits for time or for nothing. */
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

/** Hashing and encryption are done in other threads, where no turn of this one shows them. */
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
