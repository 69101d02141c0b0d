import type { Count } from './element-tests.ts';
import { add } from './node-tests.ts';

/** Adds up the parts of a run of tests, and says so. */
export function createTotal() {
  const total: Count = { passed: 0, failed: 0, skipped: 0 };
  return {
    async part(title: string, run: () => Promise<Count>): Promise<void> {
      const count = await run();
      const { passed, failed, skipped } = count;
      console.log(`\n${title}: ${passed} passed, ${failed} failed, ${skipped} skipped`);
      add(total, count);
    },
    /** Says in the last line what passed and failed, and lets the process end accordingly. */
    end(): void {
      // In CI nothing may be left out quietly.
      if (process.env['CI']) {
        total.failed += total.skipped;
        total.skipped = 0;
      }
      console.log(`\n${total.passed} passed, ${total.failed} failed`);
      process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
    },
  };
}
