import type { Event } from '../../events/event.ts';
import type { FlexOffer } from '../../orders/vouchers.ts';
import type { Vendor } from '../../vendors/vendor.ts';
import { createRandom, drawCode, opaqueId } from '../random.ts';
import type { World } from '../world.ts';

const COUPON_PERCENT = 10;
const VOUCHER_MINOR_UNITS = 5000;
const VOUCHER_CODE_LENGTH = 8;

type Vouchers = Pick<World, 'coupons' | 'vouchers' | 'flexOffers' | 'flexTickets'>;

/** For each vendor a coupon, a voucher that is already sold, and two flex offers. */
export function createVouchers(
  seed: string,
  vendors: Iterable<Vendor>,
  events: Iterable<Event>,
  now: number,
): Vouchers {
  const created: Vouchers = {
    coupons: new Map(),
    vouchers: new Map(),
    flexOffers: new Map(),
    flexTickets: new Map(),
  };
  const firstEvents = new Map<Vendor, Event>();
  for (const event of events) {
    if (!firstEvents.has(event.vendor)) firstEvents.set(event.vendor, event);
  }
  for (const vendor of vendors) {
    const coupon = opaqueId(`${seed}/coupon/${vendor.id}`);
    created.coupons.set(coupon, { id: coupon, vendor, title: 'Welcome', percent: COUPON_PERCENT });

    const voucher = opaqueId(`${seed}/voucher/${vendor.id}`);
    created.vouchers.set(voucher, {
      id: voucher,
      code: drawCode(createRandom(voucher), VOUCHER_CODE_LENGTH),
      vendor,
      value: VOUCHER_MINOR_UNITS,
      currency: vendor.currency,
      purchasing_order_id: '',
      creation_date: now,
      redeemed: 0,
      refundedOrders: [],
    });

    const event = firstEvents.get(vendor);
    if (!event) continue;
    for (const offer of [
      createFlexOffer(seed, event, 'Five visits for four', 4, 5),
      createFlexOffer(seed, event, 'A year of visits', 20, Infinity),
    ]) {
      created.flexOffers.set(offer.id, offer);
    }
  }
  return created;
}

function createFlexOffer(
  seed: string,
  event: Event,
  title: string,
  visitsPaid: number,
  redemption_total: number,
): FlexOffer {
  const price = event.prices[0];
  return {
    id: opaqueId(`${seed}/flex-offer/${event.id}/${title}`),
    vendor: event.vendor,
    title: `${title}: ${event.title}`,
    price_title: price?.title ?? '',
    price: (price?.value ?? 0) * visitsPaid,
    currency: event.vendor.currency,
    vat: price?.vat ?? 0,
    redemption_total,
    admits: price ? [{ event_id: event.id, price_id: price.id }] : [],
  };
}
