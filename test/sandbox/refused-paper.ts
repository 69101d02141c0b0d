import type { Case } from './refused-orders.ts';
import { byVendor, KAYAK, ticket } from './refused-orders.ts';
import type { OpenSandbox } from './support.ts';
import { orderFor } from './support.ts';

/**
 * What is wrong with money that a client sets itself, and with vouchers, coupons and flex tickets.
 */
export const casesOfPaper: readonly Case[] = [
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
    refusal: 'scopeMissing',
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
    refusal: 'couponUnknown',
    field: 'redeemed_coupons.0.id',
    body: (s) => orderFor(s, KAYAK, { redeemed_coupons: [{ id: 'never' }] }),
  },
  {
    title: 'a coupon is redeemed twice',
    refusal: 'redeemedTwice',
    field: 'redeemed_coupons',
    body: async (s) => {
      const [coupon] = (await paperOf(s)).coupons;
      return orderFor(s, KAYAK, { redeemed_coupons: [{ id: coupon?.id }, { id: coupon?.id }] });
    },
  },
  {
    title: 'a coupon is of another vendor',
    refusal: 'vendorDiffers',
    field: 'redeemed_coupons.0.id',
    body: async (s) =>
      orderFor(s, KAYAK, { redeemed_coupons: [{ id: (await paperOf(s)).coupons[1]?.id }] }),
  },
  {
    title: 'a voucher is unknown',
    refusal: 'voucherUnknown',
    field: 'redeemed_vouchers.0.id',
    body: (s) => orderFor(s, KAYAK, { redeemed_vouchers: [{ id: 'never' }] }),
  },
  {
    title: 'a voucher is to pay more than is due',
    refusal: 'voucherSpent',
    field: 'redeemed_vouchers.0.redeemed_value',
    body: async (s) => {
      const [voucher] = (await paperOf(s)).vouchers;
      return orderFor(s, KAYAK, { redeemed_vouchers: [{ id: voucher?.id, redeemed_value: 49 }] });
    },
  },
  {
    title: 'a flex offer is unknown',
    refusal: 'flexOfferUnknown',
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

const paperOf = async (sandbox: OpenSandbox) => (await sandbox.get<Paper>('/sandbox/paper')).body;

interface Paper {
  readonly coupons: readonly { readonly id: string }[];
  readonly vouchers: readonly { readonly id: string }[];
  readonly flexOffers: readonly { readonly id: string }[];
}

/** A flex ticket, bought, for five visits of adults on the Spree. */
async function buyFlexTicket(sandbox: OpenSandbox): Promise<string> {
  const [offer] = (await paperOf(sandbox)).flexOffers;
  const { body } = await sandbox.order(
    await orderFor(sandbox, KAYAK, {
      tickets: [],
      flexTickets: [{ flexOffer: [{ id: offer?.id }] }],
    }),
  );
  return (body as unknown as { flexTickets: [{ id: string }] }).flexTickets[0].id;
}
