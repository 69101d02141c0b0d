type Method = (this: SubtleCrypto, ...values: unknown[]) => Promise<unknown>;

/** Of Node's thread pool, by default. */
const THREADS = 4;

/** A pool of threads that hashing and compression have in common, as in Node. */
export interface Threads {
  /** Work in a thread that never ends. */
  occupy(): Promise<never>;
  /** Resolves once something waits for a thread, and all of them are occupied. */
  readonly exhausted: Promise<'exhausted'>;
  close(): void;
}

/** Lets all cryptography of the process run in such a pool until it is closed. */
export function openThreads(): Threads {
  const prototype = SubtleCrypto.prototype as unknown as Record<string, Method>;
  const methods = ['digest', 'sign', 'verify', 'encrypt', 'decrypt', 'importKey', 'deriveBits'];
  const originals = methods.flatMap((name) => {
    const original = prototype[name];
    return original ? [[name, original] as const] : [];
  });
  let occupied = 0;
  let exhaust = (_: 'exhausted') => {};
  const exhausted = new Promise<'exhausted'>((resolve) => (exhaust = resolve));
  const never = new Promise<never>(() => {});

  for (const [name, original] of originals) {
    prototype[name] = function inThread(...values) {
      if (occupied < THREADS) return original.apply(this, values);
      exhaust('exhausted');
      return never;
    };
  }

  return {
    exhausted,
    occupy() {
      occupied += 1;
      return never;
    },
    close: () => void Object.assign(prototype, Object.fromEntries(originals)),
  };
}
