import type { Order } from './orders/order.ts';
import type { Event, EventDate, Product, Vendor } from './records.ts';

/**
 * All that the platform has written down, by id. The catalogue part never changes; the orders, and `taken` of dates and
 * products, do. Dates are in the order of their starts.
 */
export interface Books {
  readonly vendors: ReadonlyMap<string, Vendor>;
  readonly events: ReadonlyMap<string, Event>;
  readonly dates: ReadonlyMap<string, EventDate>;
  readonly products: ReadonlyMap<string, Product>;
  readonly orders: Map<string, Order>;
}
