import { z } from 'zod';
import { id } from './values.schema.ts';

/** Every problem that a response can have. The widget has a text for each in every language. */
export const problemCodes = [
  // the request
  'invalid-request',
  'not-found',
  'method-not-allowed',
  'body-too-large',
  'unsupported-media-type',
  'origin-not-allowed',
  'unknown-site',
  'too-many-requests',
  'too-many-calls',
  'too-many-distinct-reads',
  // the cart
  'event-gone',
  'date-gone',
  'date-passed',
  'price-gone',
  'price-changed',
  'sold-out',
  'too-few-participants',
  'too-many-participants',
  'too-many-places',
  'too-many-orders',
  'product-gone',
  'product-sold-out',
  // the order
  'quote-invalid',
  'quote-expired',
  'participants-mismatch',
  'shipping-address-missing',
  'idempotency-key-reused',
  'payment-required',
  'payment-unavailable',
  'payment-impossible',
  'payment-too-small',
  'payment-too-large',
  'order-check-failed',
  'preview-only',
  'order-refused',
  // proxy and platform
  'proxy-busy',
  'platform-busy',
  'platform-down',
  'internal-error',
] as const;
export type ProblemCode = (typeof problemCodes)[number];

/** One problem with a field of the request, or with a line or a product of the cart. */
const problemDetail = z.strictObject({
  code: z.enum(problemCodes),
  /**
   * Path in the request body, `lines[0].participants[1].name`, or the name of a parameter, header
   * or variable.
   */
  field: z.string().optional(),
  /** The date id of the line that has the problem. */
  date_id: id.optional(),
  product_id: id.optional(),
  /** The number of places or pieces that are left, if there are too few. */
  left: z.int().min(0).optional(),
  detail: z.string().optional(),
});
export type ProblemDetail = z.infer<typeof problemDetail>;

/** RFC 9457, `application/problem+json`. Never carries the platform's own text. */
export const problem = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(problemCodes),
  /** The operator's own text, shown to the customer instead of the widget's text for the code. */
  detail: z.string().optional(),
  errors: z.array(problemDetail),
});
export type Problem = z.infer<typeof problem>;
