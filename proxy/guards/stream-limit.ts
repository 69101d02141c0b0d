import type { CountStream } from '../http/event-stream.ts';
import { createConcurrency } from './concurrency.ts';

/**
 * Open streams: each holds a socket and reads the store. An address has as many as a family or an
 * office has at once; the others ask again and again.
 */
export function createStreamLimit(): CountStream {
  return createConcurrency({ all: 2_000, address: 20, '/64': 20, '/48': 80 });
}
