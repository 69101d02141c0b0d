import type { Problem, ProblemCode, ProblemDetail } from '#contract/problem.schema';
import { createResponse, type HttpHeaders, type HttpResponse } from './response.ts';

/** Seconds after which a platform that is busy or down is worth another try. */
const RETRY_AFTER = 5;

/**
 * The status of every code, and its title: what whoever builds a page reads of it in the console and
 * in `?booking-check`, with what to do. What the customer reads is in `src/messages/`, what the
 * operator reads in `proxy/operations/problem-advice.ts`.
 */
const definitions: Record<ProblemCode, readonly [status: number, title: string]> = {
  'invalid-request': [400, 'A value is not valid. Correct the one that is named.'],
  'not-found': [404, 'There is nothing here. Compare the address or the id with what is on sale.'],
  'method-not-allowed': [405, 'This method is not allowed here. Leave the requests to the widget.'],
  'body-too-large': [
    413,
    'The body is too large. Look for a script of the page that adds to requests.',
  ],
  'unsupported-media-type': [
    415,
    'The body has to be application/json. Look for a script of the page that changes requests.',
  ],
  'origin-not-allowed': [
    403,
    'This page may not use the proxy. Have its origin added to the ALLOWED_ORIGINS of the site.',
  ],
  'unknown-site': [
    400,
    'The proxy has no such site. Set site="…" to the key that whoever runs the proxy has given you.',
  ],
  'too-many-requests': [
    429,
    'Too many requests came from this address. Wait a minute; if it happens to many, tell whoever runs the proxy.',
  ],
  'too-many-calls': [
    429,
    'Too much was looked up for this address. Wait ten minutes; if it happens to many, tell whoever runs the proxy.',
  ],
  'too-many-distinct-reads': [
    429,
    'Too many different things were asked for from this address. Wait a minute; show fewer widgets on one page.',
  ],
  'event-gone': [409, 'The event is not offered any more. Take it out of your tags and links.'],
  'date-gone': [
    409,
    'The date is not offered any more. Nothing to do: the customer chooses another.',
  ],
  'date-passed': [
    409,
    'The date can not be booked any more. Nothing to do: the customer chooses another.',
  ],
  'price-gone': [
    409,
    'The price is not offered any more. Nothing to do: the customer chooses another.',
  ],
  'price-changed': [
    409,
    'The price has changed. Nothing to do: the customer sees the new one before ordering.',
  ],
  'sold-out': [
    409,
    'There are not enough places left. Nothing to do: the customer is shown other times.',
  ],
  'too-few-participants': [
    409,
    'There are too few participants. Nothing to do: the customer is told how many it takes.',
  ],
  'too-many-participants': [
    409,
    'There are too many participants. Nothing to do: the customer takes fewer, or another time.',
  ],
  'too-many-places': [
    429,
    'Too many places were ordered today. Send large groups to the vendor, or ask whoever runs the proxy.',
  ],
  'too-many-orders': [
    429,
    'Too many orders were sent from this address today. If they are real, ask whoever runs the proxy.',
  ],
  'product-gone': [
    409,
    'The product is not offered with this order. Nothing to do: the customer chooses again.',
  ],
  'product-sold-out': [
    409,
    'There is not enough of the product left. Nothing to do: the customer takes fewer.',
  ],
  'quote-invalid': [
    422,
    'The quote is not one of this proxy. Use one address of the proxy on the whole page.',
  ],
  'quote-expired': [
    409,
    'The quote has expired, or is used for another order. Nothing to do: the customer is shown the price again.',
  ],
  'participants-mismatch': [
    422,
    'The participants are not those that were quoted. Look for a script of the page that changes requests.',
  ],
  'shipping-address-missing': [
    422,
    'A shipping address is needed. Nothing to do: the customer is asked for it.',
  ],
  'idempotency-key-reused': [
    422,
    'The Idempotency-Key was used for another order. Nothing to do: the customer checks the e-mails first.',
  ],
  'payment-required': [
    402,
    'The order has to be paid first, and no payment was confirmed. The fields of Stripe and of the test provider are in the widget; for any other provider set the property payment of your page.',
  ],
  'payment-unavailable': [
    503,
    'The payment provider does not respond, or does not know the outcome yet. Nothing is ordered; the customer tries again.',
  ],
  'payment-impossible': [
    409,
    'The payment provider does not make this payment, or does not accept the key of the site. Tell whoever runs the proxy.',
  ],
  'payment-too-small': [
    409,
    'The order costs less than the payment provider charges. The customer adds to it, or writes to you; price it higher, or have the vendor’s orders not paid here.',
  ],
  'payment-too-large': [
    409,
    'The order costs more than the payment provider charges. The customer divides it, or writes to you.',
  ],
  'order-check-failed': [
    403,
    'The order has not passed the check before it. If it was a person’s, tell whoever runs the proxy.',
  ],
  'preview-only': [
    403,
    'This proxy only shows a preview, and orders nothing. Put the tag of your own proxy on the page.',
  ],
  'order-refused': [
    409,
    'The platform has refused the order. Nothing is booked; if it happens again, tell whoever runs the proxy.',
  ],
  'proxy-busy': [
    503,
    'Too many visitors are here at once. Nothing to do: the customer tries again.',
  ],
  'platform-busy': [503, 'The platform is busy. Nothing to do: the widget tries again.'],
  'platform-down': [
    503,
    'The platform can not be reached. If it lasts, tell whoever runs the proxy.',
  ],
  'internal-error': [500, 'Something is wrong with the proxy. Tell whoever runs it at what time.'],
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
