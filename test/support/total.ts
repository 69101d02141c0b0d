import { type Count, noTests } from './count.ts';
import { startCpuMeter } from './cpu-meter.ts';
import { timeReferenceLoop } from './reference-loop.ts';

const DEAREST = 5;

/** Adds up the parts of a test run, and prints what they cost. */
export function createTotal() {
  const total = noTests();
  const loopBefore = timeReferenceLoop();
  const started = performance.now();
  const meter = startCpuMeter();

  async function part(title: string, run: () => Promise<Count>): Promise<void> {
    const began = performance.now();
    const { passed, failed, skipped } = await run();
    const took = seconds((performance.now() - began) / 1_000);
    console.log(`${title}: ${passed} passed, ${failed} failed, ${skipped} skipped, ${took}`);
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }

  function printCost(): void {
    const byCause = meter.end();
    const wall = (performance.now() - started) / 1_000;
    const loop = Math.min(loopBefore, timeReferenceLoop());
    const inLoops = (spent: number) => Math.round((spent * 1_000) / loop);
    const cpu = [...byCause.values()].reduce((sum, spent) => sum + spent, 0);
    console.log(
      `\nWall time: ${seconds(wall)}, ${inLoops(wall)} reference loops of ${Math.round(loop)} ms`,
    );
    console.log(`CPU time: ${seconds(cpu)}, ${inLoops(cpu)} loops: ${partsOf(byCause)}`);
    const dearest = [...byCause]
      .filter(([cause]) => isFile(cause))
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, DEAREST);
    for (const [file, spent] of dearest) console.log(`${seconds(spent).padStart(9)}  ${file}`);
  }

  /** Prints the total, and sets the exit code. */
  function end(): void {
    // In CI, skipped tests count as a failure.
    if (process.env['CI']) {
      total.failed += total.skipped;
      total.skipped = 0;
    }
    printCost();
    console.log(`\n${total.passed} passed, ${total.failed} failed`);
    process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
  }

  return { part, end };
}

const seconds = (spent: number) => `${spent.toFixed(1)} s`;

const isFile = (cause: string) => cause.startsWith('test/');

function partsOf(byCause: ReadonlyMap<string, number>): string {
  const parts = new Map<string, number>();
  for (const [cause, spent] of byCause) {
    const part = isFile(cause) ? 'Node' : cause;
    parts.set(part, (parts.get(part) ?? 0) + spent);
  }
  return [...parts].map(([part, spent]) => `${part} ${seconds(spent)}`).join(', ');
}
