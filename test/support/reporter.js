import { inspect } from 'node:util';

// JavaScript, because Node loads a reporter before anything that reads TypeScript.

/**
 * Prints what failed and why. It counts tests, not the suites and files around them: for the
 * process that started this one, or in a line at the end where nobody listens.
 *
 * @param {AsyncIterable<import('node:test/reporters').TestEvent>} source
 */
export default async function* reporter(source) {
  const count = { passed: 0, failed: 0, skipped: 0 };
  for await (const event of source) {
    if (event.type === 'test:stderr') yield event.data.message;
    // An error that came after its test had ended fails the process, and is in no test's result.
    if (isWarning(event)) yield `\n${event.data.message}\n`;
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    const result = resultOf(event);
    if (result === 'failed') {
      const { name, file, line, details } = event.data;
      yield `\n✗ ${name}\n  ${file}:${line}\n${inspect(details.error?.cause ?? details.error)}\n`;
    }
    if (result) {
      count[result] += 1;
      say({ type: 'test-ends', result });
    }
    if (isFile(event)) say({ type: 'file-ends', file: event.data.name });
  }
  if (!process.send) {
    yield `${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`;
  }
}

/**
 * A suite is no test, but it fails where it could not be read.
 */
function resultOf({ type, data: { skip, todo, details } }) {
  if (type === 'test:fail') {
    return details.error?.failureType === 'subtestsFailed' ? undefined : 'failed';
  }
  if (details.type === 'suite') return undefined;
  return skip !== undefined || todo !== undefined ? 'skipped' : 'passed';
}

function isWarning({ type, data }) {
  return type === 'test:diagnostic' && /^(Warning|Error):/.test(data.message);
}

function isFile({ data: { nesting, details } }) {
  return nesting === 0 && details.type === 'suite';
}

/** @param {import('./node-tests.ts').Progress} progress */
function say(progress) {
  process.send?.(progress);
}
