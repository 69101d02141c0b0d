import type { SiteConfig } from '../sites.ts';
import type { Query } from './client.ts';
import { wireOrder, wireOrderDetails, wireOrderName } from './wire.ts';

export type ListName = 'events' | 'products' | 'dates' | 'orders';

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
    // No name, e-mail address or phone number is requested; those within tickets are dropped on
    // arrival.
    fields: Object.keys(shape).join(','),
  };
}
