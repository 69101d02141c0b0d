import { ApiError } from '../api/errors.ts';
import { parseMoney } from '../api/wire-values.ts';
import type { Client } from '../clients.ts';
import type { Vendor } from '../vendors/vendor.ts';
import type { World } from '../world/world.ts';
import type { Event, Price } from './event.ts';
import { categoryTitles } from './event.ts';
import type { EventChanges, NewEvent, PriceInput } from './input.ts';

/** A price; a new one gets its id when the event is written. */
export type CheckedPrice = Omit<Price, 'id'> & { readonly id?: number | undefined };

/** The fields to write; those that the input leaves out are left out here too. */
export type CheckedEvent = {
  readonly [Field in Exclude<keyof Event, 'id' | 'vendor' | 'prices' | 'changed_at'>]?:
    Event[Field] | undefined;
} & { readonly prices: readonly CheckedPrice[] };

/** Checks what a schema cannot. `event` is given for an update. */
export function checkEvent<Input extends NewEvent | EventChanges>(
  world: World,
  input: Input,
  { client, vendor, event }: { client: Client; vendor: Vendor; event?: Event },
) {
  const { images: _images, vendor_id, prices, categories, ...fields } = input;
  if (vendor_id !== undefined && vendor_id !== vendor.id) {
    throw new ApiError('idDiffers', `vendor_id: the event is of vendor ${vendor.id}`);
  }
  if ((fields.commission ?? 0) > 0 && client.kind !== 'reseller') {
    throw new ApiError('commissionNotYours', 'commission: above 0 only for reseller API clients');
  }
  const minimum = fields.min_participants ?? event?.min_participants ?? 0;
  if (minimum > fields.max_participants) {
    throw new ApiError('attributeInvalid', 'min_participants: is more than max_participants');
  }
  const parent = checkParent(world, fields.root_event_id, vendor, event);
  const checkedPrices = prices.map((price, index) => checkPrice(price, index, vendor, event));
  checkPriceScope(client, checkedPrices, event);
  return {
    ...fields,
    categories: checkCategories(categories),
    prices: checkedPrices,
    is_main_duration: parent?.is_main_duration ?? event?.is_main_duration ?? true,
  };
}

/** A pricelist belongs to an event that is not a pricelist itself (spec, Event: root_event_id). */
function checkParent(
  world: World,
  id: string | undefined,
  vendor: Vendor,
  event: Event | undefined,
): Event | undefined {
  if (id === undefined || id === '') return undefined;
  const parent = world.events.get(id);
  const hasPricelists =
    event && [...world.events.values()].some(({ root_event_id }) => root_event_id === event.id);
  const isParent = parent?.vendor === vendor && parent.root_event_id === '' && parent !== event;
  if (isParent && !hasPricelists) return parent;
  throw new ApiError('parentInvalid', `root_event_id: this cannot be a pricelist of event ${id}`);
}

/** The path from the top level down, with the platform's own titles (spec, Event: categories). */
function checkCategories(path: readonly { readonly id: number }[]): Event['categories'] {
  return path.map(({ id }, index) => {
    const title = categoryTitles[id];
    const isTopLevel = id < 10;
    const isBelow = path.slice(0, index).some((above) => above.id === Math.floor(id / 10));
    if (title !== undefined && (isTopLevel || isBelow)) return { id, title };
    throw new ApiError('categoryUnknown', `categories.${index}.id: ${id} is not known here`);
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
    throw new ApiError('sellingCurrencyDiffers', `${path}.currency: has to be ${vendor.currency}`);
  }
  const minor = parseMoney(value, fields.currency);
  if (minor === undefined) {
    throw new ApiError('attributeInvalid', `${path}.value: has too many decimals`);
  }
  if (id !== undefined && !event?.prices.some((price) => price.id === id)) {
    throw new ApiError('priceNotOfEvent', `${path}.id: ${id} is not a price of this event`);
  }
  return { ...fields, value: minor, ...(id !== undefined && { id }) };
}

/** Prices have a scope of their own (spec, Authentication 8), needed when one of them changes. */
function checkPriceScope(
  client: Client,
  prices: readonly CheckedPrice[],
  event: Event | undefined,
): void {
  if (client.scopes.includes('inventory_write_prices')) return;
  const comparable = (list: readonly CheckedPrice[]) =>
    JSON.stringify(list.map((price) => Object.entries(price).sort(([a], [b]) => (a < b ? -1 : 1))));
  if (event && comparable(prices) === comparable(event.prices)) return;
  throw new ApiError('scopeMissing', 'prices: the token lacks the scope inventory_write_prices');
}
