import type { ProblemCode } from '#contract/problem.schema';
import { StoreUnavailable } from '../store/store.ts';
import {
  BudgetSpent,
  PlatformMalformed,
  PlatformPaused,
  PlatformRefused,
  PlatformUnreachable,
  TokenUnavailable,
} from './errors.ts';

/**
 * What a customer is told of a failure of the platform or the store; undefined for any other error.
 */
export function problemCodeOf(error: unknown): ProblemCode | undefined {
  if (error instanceof StoreUnavailable) return 'platform-busy';
  if (error instanceof TokenUnavailable || error instanceof BudgetSpent) return 'platform-busy';
  if (error instanceof PlatformPaused) return error.isBusy ? 'platform-busy' : 'platform-down';
  if (error instanceof PlatformRefused) {
    return error.status === 429 ? 'platform-busy' : 'platform-down';
  }
  if (error instanceof PlatformUnreachable || error instanceof PlatformMalformed) {
    return 'platform-down';
  }
  return undefined;
}
