import type { Problem, ProblemCode } from '../contract/problem.schema.ts';

/** Why something that the widget asked for did not happen. */
export type Failure =
  Refused | Disconnected | Unreadable | Unexpected | OrderedElsewhere | PaymentRefused;

interface AnyFailure {
  /** Milliseconds after which asking again may help, where the response said so (`Retry-After`). */
  retryAfter?: number | undefined;
}

/** The proxy refused, and says why. */
interface Refused extends AnyFailure {
  kind: 'problem';
  problem: Problem;
}

/** No response came. */
interface Disconnected extends AnyFailure {
  kind: 'connection';
}

/** A response came that is not the proxy's own: something in between sent it. */
interface Unreadable extends AnyFailure {
  kind: 'unreadable';
  status: number;
}

/** An exception of our own, such as a proxy's address that is none. */
interface Unexpected extends AnyFailure {
  kind: 'unexpected';
  name: string;
}

/** Another tab shows an order of the same choice, so the customer is asked before this one is sent. */
interface OrderedElsewhere extends AnyFailure {
  kind: 'elsewhere';
  /** Of that order; empty while it is being checked. */
  code: string;
}

/** Why the proxy refused; undefined where it did not. */
export function problemCodeOf(failure: Failure | null): ProblemCode | undefined {
  return failure?.kind === 'problem' ? failure.problem.code : undefined;
}

/** The customer's payment was not authorised, so nothing was sent. */
interface PaymentRefused extends AnyFailure {
  kind: 'payment';
  /** The payment method's own words. */
  reason: string;
}

/** Whether asking again may help: everything but a refusal that is about what was asked. */
export function isTransient(failure: Failure): boolean {
  if (failure.kind !== 'problem') return true;
  const { status } = failure.problem;
  return status === 429 || status >= 500;
}
