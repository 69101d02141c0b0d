import type { OpenSandbox } from '../support.ts';
import { orderFor, vouchersOf } from '../support.ts';
import type { Case } from './invalid-orders.ts';
import { byVendor, KAYAK, ticket } from './invalid-orders.ts';

/**
 * What is wrong with money that a client sets itself, and with vouchers, coupons and flex tickets.
 */
export const voucherCases: readonly Case[] = [
  byVendor('a price has too many decimals', 'moneyInvalid', 'total_invoice', {
    total_invoice: 39.001,
  }),
  byVendor('a discount is negative', 'moneyInvalid', 'additional_discount', {
    additional_discount: -1,
  }),
  byVendor('a discount is higher than the price', 'discountInvalid', 'additional_discount', {
    additional_discount: 45.01,
  }),
  byVendor('the total is not the sum', 'totalDiffers', 'total_invoice', { total_invoice: 1 }),

  {
    title: 'a reseller without the scope sells a voucher',
    error: 'scopeMissing',
    field: 'voucherOrders.0',
    body: (s) => orderFor(s, KAYAK, { voucherOrders: [{ voucher: [{ value: 50 }] }] }),
  },
  byVendor('a voucher is worth nothing', 'moneyInvalid', 'voucherOrders.0.voucher.0.value', {
    voucherOrders: [{ voucher: [{ value: 0 }] }],
  }),
  byVendor('a voucher is in another currency', 'currencyDiffers', 'voucherOrders.0', {
    voucherOrders: [{ voucher: [{ value: 50, currency: 'USD' }] }],
  }),
  {
    title: 'a coupon is unknown',
    error: 'couponUnknown',
    field: 'redeemed_coupons.0.id',
    body: (s) => orderFor(s, KAYAK, { redeemed_coupons: [{ id: 'never' }] }),
  },
  {
    title: 'a coupon is redeemed twice',
    error: 'redeemedTwice',
    field: 'redeemed_coupons',
    body: async (s) => {
      const [coupon] = (await vouchersOf(s)).coupons;
      return orderFor(s, KAYAK, { redeemed_coupons: [{ id: coupon?.id }, { id: coupon?.id }] });
    },
  },
  {
    title: 'a coupon is of another vendor',
    error: 'vendorDiffers',
    field: 'redeemed_coupons.0.id',
    body: async (s) =>
      orderFor(s, KAYAK, { redeemed_coupons: [{ id: (await vouchersOf(s)).coupons[1]?.id }] }),
  },
  {
    title: 'a voucher is unknown',
    error: 'voucherUnknown',
    field: 'redeemed_vouchers.0.id',
    body: (s) => orderFor(s, KAYAK, { redeemed_vouchers: [{ id: 'never' }] }),
  },
  {
    title: 'a voucher is to pay more than is due',
    error: 'voucherSpent',
    field: 'redeemed_vouchers.0.redeemed_value',
    body: async (s) => {
      const [voucher] = (await vouchersOf(s)).vouchers;
      return orderFor(s, KAYAK, { redeemed_vouchers: [{ id: voucher?.id, redeemed_value: 49 }] });
    },
  },
  {
    title: 'a flex offer is unknown',
    error: 'flexOfferUnknown',
    field: 'flexTickets.0.flexOffer.0.id',
    body: (s) => orderFor(s, KAYAK, { flexTickets: [{ flexOffer: [{ id: 'never' }] }] }),
  },
  ticket('a flex ticket is unknown', 'flexTicketUnknown', 'tickets.0.participants.0', (t) => ({
    participants: [{ ...t.participants[0], redeemed_flexTicket: [{ id: 'never' }] }],
  })),
  ticket(
    'a flex ticket is for another price',
    'flexTicketUnfit',
    'tickets.0.participants.0.redeemed_flexTicket',
    async (_, s) => {
      const child = (await s.event('Kayak on the Spree')).prices[1];
      const redeemed_flexTicket = [{ id: await buyFlexTicket(s) }];
      return { participants: [{ price_id: child?.id, redeemed_flexTicket }] };
    },
  ),
  ticket('a flex ticket has five visits, not six', 'flexTicketSpent', 'tickets', async (t, s) => {
    const redeemed_flexTicket = [{ id: await buyFlexTicket(s) }];
    const [date] = (await s.datesOf(KAYAK)).filter(({ available_slots: free }) => free > 5);
    const participants = Array.from({ length: 6 }, () => ({
      ...t.participants[0],
      redeemed_flexTicket,
    }));
    return { date_id: date?.id, participants };
  }),
];

/** A flex ticket, bought, for five visits of adults on the Spree. */
async function buyFlexTicket(sandbox: OpenSandbox): Promise<string> {
  const [offer] = (await vouchersOf(sandbox)).flexOffers;
  const { body } = await sandbox.order(
    await orderFor(sandbox, KAYAK, {
      tickets: [],
      flexTickets: [{ flexOffer: [{ id: offer?.id }] }],
    }),
  );
  return (body as unknown as { flexTickets: [{ id: string }] }).flexTickets[0].id;
}
