import type { Books } from '../books.ts';
import type { Event, EventDate, Product, Vendor } from '../records.ts';
import { Refused } from '../refusals.ts';

// What an address names. To a vendor's client the things of other vendors are not there.

export function findVendor(books: Books, own: Vendor | undefined, id: string): Vendor {
  const vendor = books.vendors.get(id);
  if (!vendor || isHidden(own, vendor)) throw new Refused('notFound', `there is no vendor ${id}`);
  return vendor;
}

export function findEvent(books: Books, own: Vendor | undefined, id: string): Event {
  const event = books.events.get(id);
  if (!event || isHidden(own, event.vendor)) {
    throw new Refused('notFound', `there is no event ${id}`);
  }
  return event;
}

/** Inactive events are not returned (spec, Event); only who updates one still finds it. */
export function findActiveEvent(books: Books, own: Vendor | undefined, id: string): Event {
  const event = findEvent(books, own, id);
  if (event.active === 0) throw new Refused('notFound', `event ${id} is not active`);
  return event;
}

export function findDate(books: Books, own: Vendor | undefined, id: string): EventDate {
  const date = books.dates.get(id);
  if (!date || isHidden(own, date.event.vendor)) {
    throw new Refused('notFound', `there is no date ${id}`);
  }
  return date;
}

export function findActiveDate(books: Books, own: Vendor | undefined, id: string): EventDate {
  const date = findDate(books, own, id);
  if (date.active === 0 || date.event.active === 0) {
    throw new Refused('notFound', `date ${id} is not active`);
  }
  return date;
}

export function findProduct(books: Books, own: Vendor | undefined, id: string): Product {
  const product = books.products.get(id);
  if (!product || isHidden(own, product.vendor)) {
    throw new Refused('notFound', `there is no product ${id}`);
  }
  return product;
}

function isHidden(own: Vendor | undefined, vendor: Vendor): boolean {
  return own !== undefined && own !== vendor;
}
