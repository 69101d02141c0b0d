import type { Client } from '../clients.ts';
import { formatInstant } from '../instants.ts';
import type { ListedEvent } from '../lists/events.ts';
import { moneyNumber } from '../money.ts';
import { opaqueId } from '../random.ts';
import type { Event, Price } from '../records.ts';

/** For whom an event is written down, and how much of it. */
export interface Reader {
  readonly client: Client;
  readonly with_private_prices: boolean;
}

/** An event as the platform answers it: without images, `active` as a string (spec, Event). */
export function wireEvent({ event, firstDate }: Omit<ListedEvent, 'pricelists'>, reader: Reader) {
  return {
    ...wireFields(event, reader),
    root_event_id: event.root_event_id,
    prices: wirePrices(event, reader),
    ...(firstDate && { first_date: formatInstant(firstDate.start) }),
  };
}

/**
 * Without `root_event_id`, and with a price group for each pricelist instead of `prices` (spec,
 * Merged event).
 */
export function wireMergedEvent({ event, pricelists, firstDate }: ListedEvent, reader: Reader) {
  return {
    ...wireFields(event, reader),
    price_groups: pricelists.map((pricelist) => ({
      // An id of its own: nothing says of which dates a price group is, and nobody is to guess it
      // from here.
      id: opaqueId(`price-group/${pricelist.id}`),
      name: pricelist.title,
      prices: wirePrices(pricelist, reader),
    })),
    ...(firstDate && { first_date: formatInstant(firstDate.start) }),
  };
}

function wireFields(event: Event, { client }: Reader) {
  const {
    vendor,
    root_event_id: _root,
    prices: _prices,
    is_main_duration: _main,
    changed_at: _changed,
    ...fields
  } = event;
  return {
    ...fields,
    active: String(event.active),
    vendor_id: vendor.id,
    vendor_name: vendor.name,
    commission: client.kind === 'reseller' ? event.commission : 0,
  };
}

function wirePrices({ prices }: Event, { with_private_prices }: Reader) {
  return prices
    .filter((price: Price) => price.public === 1 || with_private_prices)
    .map((price) => ({ ...price, value: moneyNumber(price.value, price.currency) }));
}
