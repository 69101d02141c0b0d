import { relative } from 'node:path';
import {
  formatError,
  type Logger,
  type Reporter,
  type TestResult,
  type TestSession,
} from '@web/test-runner';
import { type ChromiumOnly, isListed } from './engines/chromium-only.ts';

/**
 * Prints what failed and why, with all that its page logged and did not find. Of a file that passes,
 * and of tests that are known to fail in this engine, it prints nothing.
 */
export function elementReporter(listed: readonly ChromiumOnly[]): Reporter {
  return {
    reportTestFileResults({ sessionsForTestFile }) {
      for (const session of sessionsForTestFile) {
        const text = describeFailure(session, listed);
        if (text) console.log(text);
      }
    },
  };
}

const ignore = () => undefined;

/** Without what the runner says of itself, such as how many files it starts. */
export const quietLogger: Logger = {
  log: ignore,
  debug: ignore,
  group: ignore,
  groupEnd: ignore,
  warn: console.warn,
  error: console.error,
  logSyntaxError: console.error,
};

function describeFailure(session: TestSession, listed: readonly ChromiumOnly[]): string {
  const file = relative('.', session.testFile);
  const failures = testsOf(session)
    .filter(({ passed, skipped }) => !passed && !skipped)
    .filter(({ name: test }) => !isListed(listed, { file, test, passed: false }))
    .map(({ name, error }) => `${name}\n  ${file}\n${error ? formatError(error) : ''}`);
  const errors = session.errors.map((error) => `${file}\n${formatError(error)}`);
  const texts = [...failures, ...errors].map((text) => `\n✗ ${text}`);
  if (texts.length === 0) return '';
  const notFound = session.request404s.map((path) => `  not found: ${path}`);
  const logs = session.logs.map((parts) => `  logged: ${parts.map(String).join(' ')}`);
  return [...texts, ...notFound, ...logs].join('\n');
}

export function testsOf({ testResults }: TestSession): TestResult[] {
  const suites = testResults ? [testResults] : [];
  const tests: TestResult[] = [];
  for (let suite = suites.pop(); suite; suite = suites.pop()) {
    suites.push(...suite.suites);
    tests.push(...suite.tests);
  }
  return tests;
}
