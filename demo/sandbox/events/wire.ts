import { formatTimestamp, moneyNumber } from '../api/wire-values.ts';
import type { Client } from '../clients.ts';
import type { ListedEvent } from './list.ts';

/** Which client gets an event, and whether it requested private prices. */
export interface EventAudience {
  readonly client: Client;
  readonly with_private_prices: boolean;
}

/** An event in responses: without images, `active` as a string (spec, Event). */
export function wireEvent(
  { event, firstDate }: ListedEvent,
  { client, with_private_prices }: EventAudience,
) {
  const { vendor, changed_at: _changed, ...fields } = event;
  return {
    ...fields,
    active: String(event.active),
    vendor_id: vendor.id,
    vendor_name: vendor.name,
    // Above 0 only for reseller API clients (spec, Event).
    commission: client.kind === 'reseller' ? event.commission : 0,
    prices: event.prices
      .filter((price) => price.public === 1 || with_private_prices)
      .map((price) => ({ ...price, value: moneyNumber(price.value, price.currency) })),
    ...(firstDate && { first_date: formatTimestamp(firstDate.start) }),
  };
}
