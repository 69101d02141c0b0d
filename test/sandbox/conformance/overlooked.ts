import { operations } from '../operations.ts';
import type { Verdict } from './judge.ts';

/** What a run did not look at, in one line each: rules with their reason, then operations. */
export function overlooked(verdicts: readonly Verdict[], calls: ReadonlySet<string>): string[] {
  const skipped = verdicts
    .filter(({ outcome }) => outcome === 'skipped')
    .map(({ title, reason }) => `${title}: ${reason}`);
  const uncalled = Object.entries(operations)
    .filter(([, operation]) => ![...calls].some((call) => patternOf(operation).test(call)))
    .map(([name, operation]) => `${name}: no rule called ${operation}`);
  return [...skipped, ...uncalled];
}

function patternOf(operation: string): RegExp {
  return new RegExp(`^${operation.replaceAll('{id}', '[^/]+')}$`);
}
