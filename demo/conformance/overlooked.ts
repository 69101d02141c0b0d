import { type OperationName, operations } from '../../proxy/platform/operations.ts';
import type { Verdict } from './judge.ts';

/** What a run did not look at, in one line each: rules with their reason, then operations. */
export function overlooked(
  verdicts: readonly Verdict[],
  called: ReadonlySet<OperationName>,
): string[] {
  const skipped = verdicts
    .filter(({ outcome }) => outcome === 'skipped')
    .map(({ title, reason }) => `${title}: ${reason}`);
  const uncalled = (Object.keys(operations) as OperationName[])
    .filter((name) => !called.has(name))
    .map((name) => operations[name])
    .map(({ title, method, path }) => `${title}: no rule called ${method} ${path}`);
  return [...skipped, ...uncalled];
}
