import type { ProblemCode } from '#contract/problem.schema';

export const checkSteps = [
  /** The customer asks for the first payment of an order, before it is placed. */
  'payment',
  /** The order is about to be sent. */
  'order',
] as const;
export type CheckStep = (typeof checkSteps)[number];

/** What a check is told about an order request. Nothing in it names a person. */
export interface OrderFacts {
  readonly step: CheckStep;
  /** The site's key. */
  readonly site: string;
  /** The hash of the `Idempotency-Key`: the same for every request of one order. */
  readonly id: string;
  /**
   * The customer's network: an IPv4 address, or the /64 of an IPv6 address, such as
   * `2001:db8:1:2::/64`. Undefined for a caller in the same process.
   */
  readonly network?: string | undefined;
  /** The page's `Booking-Challenge` header, such as the token of a solved challenge. */
  readonly challenge?: string | undefined;
  /** The language of the customer's page (ISO 639-1), for the words of a refusal. */
  readonly lang: string;
}

/** Where a request comes from. */
export type OrderOrigin = Pick<OrderFacts, 'network' | 'challenge'>;

/** Why an order is refused. The customer may try again, unless the code is final. */
export interface OrderRefusal {
  /** `order-check-failed` by default. */
  readonly code?: ProblemCode;
  /** What the customer is told in place of the code's own words. */
  readonly detail?: string;
}

/**
 * An operator's check, such as that of a challenge, before an order's first payment is made and
 * before the order is sent. It lets a step pass by resolving to undefined, and is not asked about
 * that step again; after a refusal it is asked with each further try. If it throws, or takes longer
 * than `ORDER_CHECK_TIMEOUT`, no payment is made and nothing is sent.
 *
 * @example
 * ```js
 * const checkOrder = async ({ network, lang }) => {
 *   if (!blocked.has(network)) return undefined;
 *   return { detail: lang === 'de' ? 'Bitte rufen Sie uns an.' : 'Please call us.' };
 * };
 * ```
 */
export type OrderCheck = (facts: OrderFacts) => Promise<OrderRefusal | undefined>;
