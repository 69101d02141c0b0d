import { MinimalReporter, startVitest, type TestCase, type TestModule } from 'vitest/node';
import { type Count, noTests } from './count.ts';

/** Prints what fails. The total is printed by the command. */
class Failures extends MinimalReporter {
  override reportTestSummary(): void {}
}

/** Runs these files with Vitest, each in its time zones, and prints what fails. */
export async function runNodeTests(files: readonly string[]): Promise<Count> {
  const count = noTests();
  const vitest = await startVitest('test', [...files], {
    config: 'test/vitest.config.ts',
    watch: false,
    reporters: [new Failures()],
  });
  for (const module of vitest.state.getTestModules()) countModule(count, module);
  // Such as an error that came after its test had ended.
  count.failed += vitest.state.getUnhandledErrors().length;
  await vitest.close();
  // Vitest means the process that it runs alone in.
  process.exitCode = undefined;
  return count;
}

function countModule(count: Count, module: TestModule): void {
  const tests = [...module.children.allTests()];
  for (const test of tests) count[resultOf(test)] += 1;
  // A file that could not be read, without a test, or whose hook failed.
  const isExplained = tests.some((test) => resultOf(test) === 'failed');
  if (!module.ok() && !isExplained) count.failed += 1;
}

function resultOf(test: TestCase): 'passed' | 'failed' | 'skipped' {
  const { state } = test.result();
  // What has not run when the run ended, has failed.
  return state === 'pending' ? 'failed' : state;
}
