import type { Books } from '../books.ts';
import type { FlexOffer } from '../orders/paper.ts';
import { createRandom, drawCode, opaqueId } from '../random.ts';
import type { Event, Vendor } from '../records.ts';

const COUPON_PERCENT = 10;
const VOUCHER_MINOR_UNITS = 5000;
const VOUCHER_CODE_LENGTH = 8;

type Paper = Pick<Books, 'coupons' | 'vouchers' | 'flexOffers' | 'flexTickets'>;

/**
 * For each vendor one coupon, one voucher that was sold before, and two flex offers for its first
 * event.
 */
export function openPaper(
  seed: string,
  vendors: Iterable<Vendor>,
  events: Iterable<Event>,
  now: number,
): Paper {
  const paper: Paper = {
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
    paper.coupons.set(coupon, { id: coupon, vendor, title: 'Welcome', percent: COUPON_PERCENT });

    const voucher = opaqueId(`${seed}/voucher/${vendor.id}`);
    paper.vouchers.set(voucher, {
      id: voucher,
      code: drawCode(createRandom(voucher), VOUCHER_CODE_LENGTH),
      vendor,
      value: VOUCHER_MINOR_UNITS,
      currency: vendor.currency,
      purchasing_order_id: '',
      creation_date: now,
      redeemed: 0,
    });

    const event = firstEvents.get(vendor);
    if (!event) continue;
    for (const offer of [
      openOffer(seed, event, 'Five visits for four', 4, 5),
      openOffer(seed, event, 'A year of visits', 20, Infinity),
    ]) {
      paper.flexOffers.set(offer.id, offer);
    }
  }
  return paper;
}

function openOffer(
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
