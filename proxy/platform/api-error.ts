import type { PlatformPaused } from './errors.ts';
import {
  BudgetSpent,
  InvalidInput,
  PlatformMalformed,
  PlatformRefused,
  PlatformUnreachable,
  type RefusedWithoutJson,
  TokenUnavailable,
  type TooManyItems,
  type UnexpectedShape,
} from './errors.ts';

/** Every way in which a call fails, told apart by `name`. */
export type ApiError =
  /** Nothing was sent, because the call breaks a rule of the spec: `issues`. */
  | InvalidInput
  /** The platform says no: `status`, `code` and, in its words, `said`. */
  | PlatformRefused
  /** No response came. If not `sent`, nothing has reached the platform. */
  | PlatformUnreachable
  /** The platform fails, or has asked for a pause (`isBusy`), so nothing is sent for some seconds. */
  | PlatformPaused
  /** A response came that is no JSON, too large, or a redirect. */
  | PlatformMalformed
  | RefusedWithoutJson
  | TooManyItems
  /** The response is JSON of another shape: `value`, `issues`. */
  | UnexpectedShape
  /** There is no token, by `failure`, and it is too early to request one. */
  | TokenUnavailable
  /** Too little is left of the month's budget for a call of this priority. */
  | BudgetSpent;

const kinds = [
  InvalidInput,
  PlatformRefused,
  PlatformUnreachable,
  PlatformMalformed,
  TokenUnavailable,
  BudgetSpent,
];

export function isApiError(error: unknown): error is ApiError {
  return kinds.some((kind) => error instanceof kind);
}
