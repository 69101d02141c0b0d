import type { CountStream } from '../http/event-stream.ts';
import { createConcurrency } from './concurrency.ts';

/**
 * Limits open streams, each of which holds a socket and reads the store. An address may have as
 * many as a family or an office opens at once; further clients poll instead.
 */
export function createStreamLimit(): CountStream {
  return createConcurrency({ all: 2_000, address: 20, '/64': 20, '/48': 80 });
}
