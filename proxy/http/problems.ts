import type { Problem, ProblemCode, ProblemDetail } from '#contract/problem.schema';
import { createResponse, type HttpHeaders, type HttpResponse } from './response.ts';

/** Seconds after which a platform that is busy or down is worth another try. */
const RETRY_AFTER = 5;

/** Status and title of every code: the only place where a status is chosen. */
const definitions: Record<ProblemCode, readonly [status: number, title: string]> = {
  'invalid-request': [400, 'The request is not valid.'],
  'not-found': [404, 'There is nothing here.'],
  'method-not-allowed': [405, 'This method is not allowed here.'],
  'body-too-large': [413, 'The body is too large.'],
  'unsupported-media-type': [415, 'The body has to be application/json.'],
  'origin-not-allowed': [403, 'This origin may not do that.'],
  'too-many-requests': [429, 'Too many requests came from this address.'],
  'too-many-calls': [429, 'Too much was looked up for this address.'],
  'too-many-distinct-reads': [429, 'Too many different things were asked for from this address.'],
  'event-gone': [409, 'The event is not offered any more.'],
  'date-gone': [409, 'The date is not offered any more.'],
  'date-passed': [409, 'The date can not be booked any more.'],
  'price-gone': [409, 'The price is not offered any more.'],
  'price-changed': [409, 'The price has changed.'],
  'sold-out': [409, 'There are not enough places left.'],
  'too-few-participants': [409, 'There are too few participants.'],
  'too-many-participants': [409, 'There are too many participants.'],
  'too-many-places': [429, 'Too many places were ordered today.'],
  'too-many-orders': [429, 'Too many orders were sent from this address today.'],
  'product-gone': [409, 'The product is not offered with this order.'],
  'product-sold-out': [409, 'There is not enough of the product left.'],
  'quote-invalid': [422, 'The quote is not one of this proxy.'],
  'quote-expired': [409, 'The quote has expired, or is used for another order.'],
  'participants-mismatch': [422, 'The participants are not those that were quoted.'],
  'shipping-address-missing': [422, 'A shipping address is needed.'],
  'idempotency-key-reused': [422, 'The Idempotency-Key was used for another order.'],
  'order-check-failed': [403, 'The order has not passed the check before it.'],
  'order-refused': [409, 'The platform has refused the order.'],
  'proxy-busy': [503, 'Too many visitors are here at once.'],
  'platform-busy': [503, 'The platform is busy.'],
  'platform-down': [503, 'The platform can not be reached.'],
  'internal-error': [500, 'Something is wrong with the proxy.'],
};

/** Thrown wherever a request cannot be fulfilled. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly errors: readonly ProblemDetail[];
  readonly headers: HttpHeaders;
  /** Shown to the customer instead of the code's own text. */
  readonly detail: string | undefined;

  constructor(
    code: ProblemCode,
    errors: readonly ProblemDetail[] = [],
    headers: HttpHeaders = {},
    detail?: string,
  ) {
    super(code);
    this.code = code;
    this.errors = errors;
    this.headers = headers;
    this.detail = detail;
  }

  get problem(): Problem {
    return toProblem(this.code, this.errors, this.detail);
  }
}

/** Throws all errors as one problem, with the code of the first. */
export function throwProblems(errors: readonly ProblemDetail[]): void {
  const [first] = errors;
  if (first) throw new ProblemError(first.code, errors);
}

export function invalidField(field: string, detail: string): ProblemError {
  return new ProblemError('invalid-request', [{ code: 'invalid-request', field, detail }]);
}

/** The body of a problem (RFC 9457). */
export function toProblem(
  code: ProblemCode,
  errors: readonly ProblemDetail[],
  detail?: string,
): Problem {
  const [status, title] = definitions[code];
  const type = `urn:problem-type:booking:${code}`;
  const problem = { type, title, status, code, errors: [...errors] };
  return detail === undefined ? problem : { ...problem, detail };
}

export function problemResponse(problem: Problem, headers: HttpHeaders = {}): HttpResponse {
  return createResponse(
    problem.status,
    {
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
      ...(problem.status === 503 && { 'Retry-After': String(RETRY_AFTER) }),
      ...headers,
    },
    JSON.stringify(problem),
  );
}

export function errorResponse({ problem, headers }: ProblemError): HttpResponse {
  return problemResponse(problem, headers);
}
