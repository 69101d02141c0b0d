import type { Effort, Encoders, Encoding } from './encoding.ts';
import { createSemaphore } from './semaphore.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Compresses a body; undefined if it is better sent as it is. */
export type Compressor = (
  body: Bytes,
  encoding: Encoding,
  effort: Effort,
) => Promise<Bytes> | undefined;

/** A body with fewer bytes fits into one packet, compressed or not. */
const WORTH_IT_FROM = 1_000;
/** The best effort takes tenths of a second for this many bytes, and seconds for more. */
const BEST_EFFORT_UP_TO = 500_000;

/**
 * Compresses at most two bodies at a time, one of them quickly: Node compresses in the same four
 * threads that hash and resolve names, and orders need those. A body that would have to wait behind
 * many others is not compressed.
 */
export function createCompressor(encoders: Encoders): Compressor {
  const slow = createSemaphore({ atOnce: 1, backlog: 32 });
  const semaphores = {
    best: slow,
    good: slow,
    quick: createSemaphore({ atOnce: 1, backlog: 8 }),
  };

  return (body, encoding, effort) => {
    const encoder = encoders[encoding];
    if (!encoder || body.byteLength < WORTH_IT_FROM) return undefined;
    const affordable = body.byteLength > BEST_EFFORT_UP_TO ? 'quick' : effort;
    return semaphores[affordable].run(() => encoder(body, affordable));
  };
}
