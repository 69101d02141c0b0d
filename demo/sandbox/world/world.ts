import { ApiError } from '../api/errors.ts';
import type { EventDate } from '../dates/date.ts';
import type { DateStore } from '../dates/date-store.ts';
import type { Event } from '../events/event.ts';
import type { Order } from '../orders/order.ts';
import type { Coupon, FlexOffer, FlexTicket, Voucher } from '../orders/vouchers.ts';
import type { Product } from '../products/product.ts';
import type { Vendor } from '../vendors/vendor.ts';

/**
 * The state of the platform, by id. A reset replaces the maps, so code must read a map from the
 * world each time and never store it.
 */
export interface World {
  /** All ids are derived from it. */
  seed: string;
  vendors: Map<string, Vendor>;
  events: Map<string, Event>;
  dates: DateStore;
  products: Map<string, Product>;
  coupons: Map<string, Coupon>;
  flexOffers: Map<string, FlexOffer>;
  vouchers: Map<string, Voucher>;
  flexTickets: Map<string, FlexTicket>;
  orders: Map<string, Order>;
}

// Look up what a path names, or throw 404. A vendor API client finds nothing of other vendors.

export function findVendor(world: World, clientVendor: Vendor | undefined, id: string): Vendor {
  const vendor = world.vendors.get(id);
  if (!vendor || isHidden(clientVendor, vendor)) {
    throw new ApiError('notFound', `there is no vendor ${id}`);
  }
  return vendor;
}

export function findEvent(world: World, clientVendor: Vendor | undefined, id: string): Event {
  const event = world.events.get(id);
  if (!event || isHidden(clientVendor, event.vendor)) {
    throw new ApiError('notFound', `there is no event ${id}`);
  }
  return event;
}

/** Inactive events are not returned (spec, Event); only an update still finds them. */
export function findActiveEvent(world: World, clientVendor: Vendor | undefined, id: string): Event {
  const event = findEvent(world, clientVendor, id);
  if (event.active === 0) throw new ApiError('notFound', `event ${id} is not active`);
  return event;
}

export function findDate(world: World, clientVendor: Vendor | undefined, id: string): EventDate {
  const date = world.dates.get(id);
  if (!date || isHidden(clientVendor, date.event.vendor)) {
    throw new ApiError('notFound', `there is no date ${id}`);
  }
  return date;
}

export function findActiveDate(
  world: World,
  clientVendor: Vendor | undefined,
  id: string,
): EventDate {
  const date = findDate(world, clientVendor, id);
  if (date.active === 0 || date.event.active === 0) {
    throw new ApiError('notFound', `date ${id} is not active`);
  }
  return date;
}

export function findProduct(world: World, clientVendor: Vendor | undefined, id: string): Product {
  const product = world.products.get(id);
  if (!product || isHidden(clientVendor, product.vendor)) {
    throw new ApiError('notFound', `there is no product ${id}`);
  }
  return product;
}

function isHidden(clientVendor: Vendor | undefined, vendor: Vendor): boolean {
  return clientVendor !== undefined && clientVendor !== vendor;
}
