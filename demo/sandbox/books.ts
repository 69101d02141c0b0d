import type { Calendar } from './calendar.ts';
import type { Order } from './orders/order.ts';
import type { Coupon, FlexOffer, FlexTicket, Voucher } from './orders/paper.ts';
import type { Event, EventDate, Product, Vendor } from './records.ts';

/**
 * All that the platform has written down, by id. Whoever holds the books holds them for good: a
 * reset puts other maps into them, so a map is never kept apart from its books.
 */
export interface Books {
  vendors: Map<string, Vendor>;
  events: Map<string, Event>;
  dates: Map<string, EventDate>;
  /**
   * The same dates by event and start. `inventory/write-date.ts` keeps the two in step: use it to
   * add or move a date.
   */
  calendar: Calendar;
  products: Map<string, Product>;
  coupons: Map<string, Coupon>;
  flexOffers: Map<string, FlexOffer>;
  vouchers: Map<string, Voucher>;
  flexTickets: Map<string, FlexTicket>;
  orders: Map<string, Order>;
}
