import { type Count, add, noTests } from './count.ts';
import { timeReferenceLoop } from './reference-loop.ts';

const SLOWEST = 10;

/** Adds up and prints the parts of a test run, and where its time went. */
export function createTotal() {
  const total = noTests();
  const loopBefore = timeReferenceLoop();
  const started = performance.now();
  return {
    async part(title: string, run: () => Promise<Count>): Promise<void> {
      const began = performance.now();
      const count = await run();
      const { passed, failed, skipped } = count;
      const took = seconds(performance.now() - began);
      console.log(`\n${title}: ${passed} passed, ${failed} failed, ${skipped} skipped, ${took}`);
      add(total, count);
    },
    /** Prints the total, and sets the exit code. */
    end(): void {
      // In CI, skipped tests count as a failure.
      if (process.env['CI']) {
        total.failed += total.skipped;
        total.skipped = 0;
      }
      console.log('\nThe slowest files:');
      for (const [file, milliseconds] of slowest(total.times)) {
        console.log(`${seconds(milliseconds).padStart(9)}  ${file}`);
      }
      const loops = [loopBefore, timeReferenceLoop()].map(Math.round).join(' and then ');
      console.log(
        `\n${seconds(performance.now() - started)}; the reference loop took ${loops} ms.`,
      );
      console.log(`\n${total.passed} passed, ${total.failed} failed`);
      process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
    },
  };
}

const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`;

function slowest(times: Count['times']): [file: string, milliseconds: number][] {
  return [...times].toSorted(([, one], [, other]) => other - one).slice(0, SLOWEST);
}
