import { describeError, type Log } from '../log.ts';
import type { OpenEntry } from './intent-index.ts';

/** Completes entries one by one. A failure is logged, and does not stop the others. */
export async function completeEach(
  entries: readonly OpenEntry[],
  complete: (entry: OpenEntry) => Promise<void>,
  log: Log,
): Promise<void> {
  for (const entry of entries) {
    await complete(entry).catch((error: unknown) =>
      log({ event: 'background-failed', ...describeError(error) }),
    );
  }
}
