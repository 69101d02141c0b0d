import type { Count } from './element-tests.ts';
import { add } from './node-tests.ts';

/** Adds up and prints the parts of a test run. */
export function createTotal() {
  const total: Count = { passed: 0, failed: 0, skipped: 0 };
  return {
    async part(title: string, run: () => Promise<Count>): Promise<void> {
      const count = await run();
      const { passed, failed, skipped } = count;
      console.log(`\n${title}: ${passed} passed, ${failed} failed, ${skipped} skipped`);
      add(total, count);
    },
    /** Prints the total, and sets the exit code. */
    end(): void {
      // In CI, skipped tests count as a failure.
      if (process.env['CI']) {
        total.failed += total.skipped;
        total.skipped = 0;
      }
      console.log(`\n${total.passed} passed, ${total.failed} failed`);
      process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
    },
  };
}
