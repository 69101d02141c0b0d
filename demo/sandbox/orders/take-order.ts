import type { Client } from '../clients.ts';
import type { Random } from '../random.ts';
import type { Vendor } from '../records.ts';
import { Refused } from '../refusals.ts';
import { checkOrder } from './check-order.ts';
import type { Ledger } from './ledger.ts';
import type { OrderInput } from './order-input.ts';
import type { Order } from './order.ts';
import { placeOrder } from './place-order.ts';

/**
 * An order is taken whole or not at all: everything is checked before anything is written, and
 * between the two nobody else gets a turn.
 */
export function takeOrder(
  ledger: Ledger,
  input: OrderInput,
  { client, vendor: own }: { client: Client; vendor: Vendor | undefined },
  now: number,
  random: Random,
): Order {
  const vendor = vendorOf(ledger, input, own);
  const checked = checkOrder({ books: ledger.books, client, input, vendor, now });
  return placeOrder(ledger, checked, client, now, random);
}

/**
 * The spec does not require `vendor_id`: without it, the vendor is the client's own, or that of the
 * first thing.
 */
function vendorOf(
  { books }: Ledger,
  { vendor_id, tickets, flexTickets }: OrderInput,
  own: Vendor | undefined,
): Vendor {
  if (vendor_id !== undefined) {
    const vendor = books.vendors.get(vendor_id);
    if (vendor) return vendor;
    throw new Refused('vendorUnknown', `vendor_id: there is no vendor ${vendor_id}`);
  }
  const date = books.dates.get(tickets[0]?.date_id ?? tickets[0]?.event_date_id ?? '');
  const offer = books.flexOffers.get(flexTickets[0]?.flexOffer[0]?.id ?? '');
  const vendor = own ?? date?.event.vendor ?? offer?.vendor;
  if (vendor) return vendor;
  throw new Refused('vendorUnknown', 'vendor_id: is missing, and nothing tells whose order it is');
}
