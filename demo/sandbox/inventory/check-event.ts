import type { Books } from '../books.ts';
import { categories as categoryTitles } from '../catalogue/categories.ts';
import type { Client } from '../clients.ts';
import { moneyMinor } from '../money.ts';
import type { Event, Price, Vendor } from '../records.ts';
import { Refused } from '../refusals.ts';
import type { EventChanges, NewEvent, PriceInput } from './event-input.ts';

/** A price whose id is still to be given. */
export type CheckedPrice = Omit<Price, 'id'> & { readonly id?: number | undefined };

/**
 * What is to be written of an event; the fields that the input leaves out are left out here too.
 */
export type CheckedEvent = {
  readonly [Field in Exclude<keyof Event, 'id' | 'vendor' | 'prices' | 'changed_at'>]?:
    Event[Field] | undefined;
} & { readonly prices: readonly CheckedPrice[] };

/** Everything that can be wrong with an event beyond its form. `event` is the one to update. */
export function checkEvent<Input extends NewEvent | EventChanges>(
  books: Books,
  input: Input,
  { client, vendor, event }: { client: Client; vendor: Vendor; event?: Event },
) {
  const { images: _images, vendor_id, prices, categories, ...fields } = input;
  if (vendor_id !== undefined && vendor_id !== vendor.id) {
    throw new Refused('idDiffers', `vendor_id: the event is of vendor ${vendor.id}`);
  }
  if ((fields.commission ?? 0) > 0 && client.kind !== 'reseller') {
    throw new Refused('commissionNotYours', 'commission: above 0 only for reseller API clients');
  }
  const least = fields.min_participants ?? event?.min_participants ?? 0;
  if (least > fields.max_participants) {
    throw new Refused('attributeInvalid', 'min_participants: is more than max_participants');
  }
  const parent = checkParent(books, fields.root_event_id, vendor, event);
  const checked = prices.map((price, index) => checkPrice(price, index, vendor, event));
  checkPriceScope(client, checked, event);
  return {
    ...fields,
    categories: checkCategories(categories),
    prices: checked,
    is_main_duration: parent?.is_main_duration ?? event?.is_main_duration ?? true,
  };
}

/** A pricelist belongs to an event that is not a pricelist itself (spec, Event: root_event_id). */
function checkParent(
  books: Books,
  id: string | undefined,
  vendor: Vendor,
  event: Event | undefined,
): Event | undefined {
  if (id === undefined || id === '') return undefined;
  const parent = books.events.get(id);
  const hasPricelists =
    event && [...books.events.values()].some(({ root_event_id }) => root_event_id === event.id);
  const isParent = parent?.vendor === vendor && parent.root_event_id === '' && parent !== event;
  if (isParent && !hasPricelists) return parent;
  throw new Refused('parentInvalid', `root_event_id: this cannot be a pricelist of event ${id}`);
}

/**
 * The way through the tree from the top level down; the titles are the platform's (spec, Event:
 * categories).
 */
function checkCategories(given: readonly { readonly id: number }[]): Event['categories'] {
  return given.map(({ id }, index) => {
    const title = categoryTitles[id];
    const isTopLevel = id < 10;
    const isBelow = given.slice(0, index).some((above) => above.id === Math.floor(id / 10));
    if (title !== undefined && (isTopLevel || isBelow)) return { id, title };
    throw new Refused('categoryUnknown', `categories.${index}.id: ${id} is not known here`);
  });
}

function checkPrice(
  { id, value, ...fields }: PriceInput | (NewEvent['prices'][number] & { id?: undefined }),
  index: number,
  vendor: Vendor,
  event: Event | undefined,
): CheckedPrice {
  const path = `prices.${index}`;
  if (fields.currency !== vendor.currency) {
    throw new Refused('sellingCurrencyDiffers', `${path}.currency: has to be ${vendor.currency}`);
  }
  const minor = moneyMinor(value, fields.currency);
  if (minor === undefined) {
    throw new Refused('attributeInvalid', `${path}.value: has too many decimals`);
  }
  if (id !== undefined && !event?.prices.some((price) => price.id === id)) {
    throw new Refused('priceNotOfEvent', `${path}.id: ${id} is not a price of this event`);
  }
  return { ...fields, value: minor, ...(id !== undefined && { id }) };
}

/** Prices have a scope of their own, which is needed as soon as one is not what it was. */
function checkPriceScope(
  client: Client,
  prices: readonly CheckedPrice[],
  event: Event | undefined,
): void {
  if (client.scopes.includes('inventory_write_prices')) return;
  const spelled = (list: readonly CheckedPrice[]) =>
    JSON.stringify(list.map((price) => Object.entries(price).sort(([a], [b]) => (a < b ? -1 : 1))));
  if (event && spelled(prices) === spelled(event.prices)) return;
  throw new Refused('scopeMissing', 'prices: the token lacks the scope inventory_write_prices');
}
