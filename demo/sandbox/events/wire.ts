import { formatTimestamp, moneyNumber } from '../api/wire-values.ts';
import type { Client } from '../clients.ts';
import type { Event } from './event.ts';
import type { ListedEvent } from './list.ts';

/** Which client gets an event, and whether it requested private prices. */
export interface EventAudience {
  readonly client: Client;
  readonly with_private_prices: boolean;
}

/** An event in responses: without images, `active` as a string (spec, Event). */
export function wireEvent(
  { event, firstDate }: Pick<ListedEvent, 'event' | 'firstDate'>,
  audience: EventAudience,
) {
  return {
    ...wireFields(event, audience.client),
    root_event_id: event.root_event_id,
    prices: wirePrices(event, audience),
    ...(firstDate && { first_date: formatTimestamp(firstDate.start) }),
  };
}

/** The fields that events and merged events have in common (spec, Merged event). */
export function wireFields(event: Event, client: Client) {
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
    // Above 0 only for reseller API clients (spec, Event).
    commission: client.kind === 'reseller' ? event.commission : 0,
  };
}

export function wirePrices({ prices }: Event, { with_private_prices }: EventAudience) {
  return prices
    .filter((price) => price.public === 1 || with_private_prices)
    .map((price) => ({ ...price, value: moneyNumber(price.value, price.currency) }));
}
