import type { Fetch } from '../../../proxy/ports.ts';
import { cartOf, createWorld, newKey, requestFor } from '../../support/world.ts';

export const VOUCHER_CODE = 'GIFT-4711';
export const FLEX_CODE = 'FLEX-0815';

/** As the spec writes them: some of them one object where a list is meant (Order). */
const vouchers = {
  voucherOrders: {
    id: 'voucher-order-1',
    status: '',
    vat: '0.00',
    voucher: [{ id: 'voucher-1', code: VOUCHER_CODE, value: '50.00', currency: 'EUR' }],
  },
  flexTickets: [
    {
      id: 'flex-1',
      code: FLEX_CODE,
      status: 'ACCEPTED',
      title: 'Ten mornings on the river',
      redemption_total: 10,
      redemption_available: 9,
      unlimited_redemptions: 0,
      price: '190.00',
      currency: 'EUR',
    },
    {
      id: 'flex-2',
      code: '',
      status: 'odd',
      title: 'All year',
      redemption_total: 0,
      redemption_available: -3,
      unlimited_redemptions: 1,
    },
  ],
  redeemed_coupons: [{ id: 'coupon-1', title: 'Welcome', redeemed_value: '-5.00' }],
  redeemed_vouchers: { id: 'voucher-2', redeemed_value: '20.00' },
};

/** Every order of the platform has them. */
const withVouchers =
  (platform: Fetch): Fetch =>
  async (request) => {
    const response = await platform(request);
    if (!new URL(request.url).pathname.includes('/orders') || !response.ok) return response;
    const orders = (await response.json()) as unknown;
    return Response.json(addTo(orders), { status: response.status });
  };

function addTo(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addTo);
  if (typeof value !== 'object' || value === null) return value;
  if ('external_reference' in value) return { ...value, ...vouchers };
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, addTo(inner)]));
}

/** Places an order with vouchers, and reads it as its customer and through a copied link. */
export async function placeWithVouchers() {
  const world = createWorld({ between: withVouchers });
  const request = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));
  const key = newKey();
  const { body: placed } = await world.place(request, key);
  const { body: found } = await world.find(key);
  const viewKey = { 'Booking-View-Key': placed.view_key ?? '' };
  const { body: viewed } = await world.get<typeof found>('/checkout/intent', viewKey);
  return { placed, found, viewed, lines: world.lines };
}
