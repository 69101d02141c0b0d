import type { SiteConfig } from '../sites.ts';
import { wireOrder, wireOrderDetails, wireOrderName } from './wire.ts';

/**
 * Every path of the platform. Those of the spec's Table A are fixed; for the operations of Table B
 * the spec gives none, so they are the publicly documented ones. The base URL comes from
 * `PLATFORM_URL`, the version is part of the path (spec, Versioning).
 */
export const paths = {
  /** POST: Obtain token (Table A). */
  token: '/oauth/token',
  /** GET: List events (Table A). */
  events: '/v3/events',
  /** GET: List products (Table A). */
  products: '/v3/products',
  /** GET: List orders (Table A). POST: Create order (Table B). */
  orders: '/v3/orders',
  /** GET: List dates (Table B). */
  dates: '/v3/dates',
  /** GET: List dates of an event (Table A). */
  datesOfEvent: (eventId: string) => `/v3/events/${encodeURIComponent(eventId)}/dates`,
  /** GET: List vendors (Table B). */
  vendors: '/v3/vendors',
  /** GET: Retrieve one vendor (Table B). */
  vendor: (id: string) => `/v3/vendors/${encodeURIComponent(id)}`,
};

export type ListName = 'events' | 'products' | 'dates' | 'orders';
export type Query = Readonly<Record<string, string>>;

/**
 * The parameters that each list always has (spec, Per-operation list parameters). They never ask
 * for private prices and products, nor for events and products of vendors that the site does not
 * sell.
 */
export function listParameters({ vendors }: SiteConfig): Readonly<Record<ListName, Query>> {
  const ofSite = vendors.length > 0 ? { accept_vendors: vendors.join(',') } : {};
  return {
    // The default leaves out REQUEST events.
    events: { type: 'ALL', ...ofSite },
    products: ofSite,
    // With dates that are sold out or too late to book: visitors are told why, not left to wonder.
    dates: { available: 'false', ignore_latest_booking_time: 'true' },
    orders: { ...ofOrders(wireOrder), limit: '10' },
  };
}

/** What is requested of a placed order. */
export const orderDetailsParameters = ofOrders(wireOrderDetails);
/** Such a list has other people's orders too, so nothing is requested but what names an order. */
export const orderNameParameters = ofOrders(wireOrderName);

function ofOrders({ shape }: { readonly shape: object }): Query {
  return {
    // The default hides PENDING and cancelled orders, and would prove orders absent that are not.
    status: 'ALL',
    // Nobody's name, e-mail address or phone number is among them; within tickets they are dropped
    // on arrival.
    fields: Object.keys(shape).join(','),
  };
}
