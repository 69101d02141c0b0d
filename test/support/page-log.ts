import { told } from '../../src/page/tell-reseller.ts';
import { compareLines } from './compare-lines.ts';

/**
 * What a page logs belongs to its test: a test that logs something else than it expects fails. The
 * bundle of the element tests imports this module in every test file.
 */
const logged: string[] = [];
const expected: RegExp[] = [];

const { log } = console;
for (const level of ['debug', 'info', 'log', 'warn', 'error'] as const) {
  console[level] = (...parts: unknown[]) => {
    logged.push(`${level}: ${parts.map(String).join(' ')}`);
  };
}

/** Names what the page logs in this test. Without it, that is nothing. */
export function expectLog(...patterns: RegExp[]): void {
  expected.push(...patterns);
}

interface Finished {
  state?: string | undefined;
  err?: Error | undefined;
}

/** Fails a test that has logged something else than it expects; the tests after it still run. */
export function judgeLog(test: Finished): void {
  const [lines, patterns] = [logged.splice(0), expected.splice(0)];
  if (test.state === 'failed') return lines.forEach((line) => log(line));
  const { unexpected, missing } = compareLines(lines, patterns);
  const faults = [
    ...unexpected.map((line) => `The page logged: ${line}`),
    ...missing.map((pattern) => `The page did not log: ${pattern}`),
  ];
  if (faults.length === 0) return;
  test.state = 'failed';
  test.err = new Error(faults.join('\n'));
}

afterEach(function () {
  if (this.currentTest) judgeLog(this.currentTest);
  // The widget says each sentence once per page, and here a page has many tests.
  told.clear();
});

after(() => {
  if (logged.length > 0) throw new Error(`The page logged after its tests:\n${logged.join('\n')}`);
});
