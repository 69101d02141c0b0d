import type { Problem, ProblemCode } from '#contract/problem.schema';

/** Why a request or an order of the widget failed. */
export type Failure =
  Refused | Disconnected | Unreadable | Unexpected | OrderedElsewhere | PaymentRefused;

interface AnyFailure {
  /** `Retry-After` of the response, in milliseconds. */
  retryAfter?: number | undefined;
}

/** The proxy responded with a problem. */
interface Refused extends AnyFailure {
  kind: 'problem';
  problem: Problem;
}

/** No response came. */
interface Disconnected extends AnyFailure {
  kind: 'connection';
}

/** The response is not the proxy's; something in between has sent it. */
interface Unreadable extends AnyFailure {
  kind: 'unreadable';
  status: number;
}

/** An exception in the widget, such as an invalid proxy address. */
interface Unexpected extends AnyFailure {
  kind: 'unexpected';
  name: string;
  /** For the console. */
  message: string;
}

/**
 * Another tab, or another widget of the page, has an order of the same choice, so the customer is
 * asked before this one is sent.
 */
interface OrderedElsewhere extends AnyFailure {
  kind: 'elsewhere';
  /** The code of the other order; empty while it is being checked. */
  code: string;
}

/** The customer's payment was not authorised, so nothing was sent. */
interface PaymentRefused extends AnyFailure {
  kind: 'payment';
  /** The payment method's own text for the customer. */
  reason: string;
}

/** The code of the proxy's problem; undefined for any other failure. */
export function problemCodeOf(failure: Failure | null): ProblemCode | undefined {
  return failure?.kind === 'problem' ? failure.problem.code : undefined;
}

const unpayable: readonly (ProblemCode | undefined)[] = [
  'payment-impossible',
  'payment-too-small',
  'payment-too-large',
];

/** Whether an order cannot be paid here, with which only who takes the payment can help. */
export function isUnpayable(failure: Failure | null): boolean {
  return unpayable.includes(problemCodeOf(failure));
}

/** Whether a retry may help: always, except after a 4xx problem other than 429. */
export function isTransient(failure: Failure): boolean {
  if (failure.kind !== 'problem') return true;
  const { status } = failure.problem;
  return status === 429 || status >= 500;
}
