import fc from 'fast-check';
import type { OpenSandbox } from '../support.ts';

export const DATES = 3;

/** Ways in which an order is wrong, besides asking for more than there is. */
const mistakes = ['price', 'date', 'amount', 'currency', 'expiry', 'product'] as const;

const order = fc.record({
  tickets: fc.array(
    fc.record({ date: fc.nat(DATES - 1), participants: fc.integer({ min: 1, max: 4 }) }),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
  prints: fc.array(fc.integer({ min: 1, max: 2 }), { maxLength: 2 }),
  status: fc.constantFrom('ACCEPTED', 'PENDING', 'RESERVED', 'OPEN', 'CANCELED'),
  expiresIn: fc.option(fc.integer({ min: 0, max: 3600 }), { nil: undefined, freq: 2 }),
  paysWithVoucher: fc.boolean(),
  mistake: fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(...mistakes) },
  ),
});

/** Steps that affect the availability. Dates and orders are given by index. */
export const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('order' as const), order }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('race' as const),
      orders: fc.array(order, { minLength: 2, maxLength: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      name: fc.constantFrom('accept', 'decline', 'cancel', 'pay', 'check-in', 'refund'),
      order: fc.nat(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('take' as const),
      date: fc.nat(DATES - 1),
      slots: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      seconds: fc.integer({ min: 1, max: 2400 }),
    }),
  },
);

export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
export type OrderStep = typeof order extends fc.Arbitrary<infer T> ? T : never;

export interface Scene {
  readonly sandbox: OpenSandbox;
  readonly dateIds: readonly string[];
  readonly printId: string;
  readonly voucherId: string;
  readonly priceId: number;
  /** A valid order. */
  readonly valid: object;
}

/** The body of "Create order" for a step. */
export function bodyOf(
  { sandbox, dateIds, printId, voucherId, priceId, valid }: Scene,
  { tickets, prints, status, expiresIn, paysWithVoucher, mistake }: OrderStep,
): object {
  const price_id = mistake === 'price' ? 1 : priceId;
  const shipping = ['name', 'street', 'zip', 'city'].map((name) => [`shipping_${name}`, 'x1']);
  const expire = (seconds: number) =>
    `${new Date(sandbox.clock.now + seconds * 1000).toISOString().slice(0, 19)}Z`;
  return {
    ...valid,
    ...Object.fromEntries(shipping),
    shipping_country: 'FR',
    status,
    ...(expiresIn !== undefined && { expire_date: expire(expiresIn) }),
    ...(mistake === 'expiry' && { expire_date: expire(-60) }),
    ...(mistake === 'currency' && { currency: 'USD' }),
    ...(paysWithVoucher && { redeemed_vouchers: [{ id: voucherId }] }),
    tickets: tickets.map(({ date, participants }, index) => ({
      // In the last ticket, so that code that writes too early has already written by then.
      date_id: mistake === 'date' && index === tickets.length - 1 ? 'never' : dateIds[date],
      participants: Array.from({ length: participants }, () => ({ price_id })),
    })),
    products: [
      ...prints.map((amount) => ({ product_id: printId, amount })),
      ...(mistake === 'amount' ? [{ product_id: printId, amount: 0 }] : []),
      ...(mistake === 'product' ? [{ product_id: 'never', amount: 1 }] : []),
    ],
  };
}
