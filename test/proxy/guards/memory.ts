import { collectGarbage } from '../../support/collect-garbage.ts';

/** Reachable memory, including buffers outside of the heap. */
export function megabytesInUse(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}
