import type { EventDate } from '#contract/date.schema';
import type { ListedEvent, MergedEvent } from '#contract/event.schema';
import { DAY } from '#contract/milliseconds';
import { paths, pathTo } from '#contract/paths';
import type { Product } from '#contract/product.schema';
import { toInstant } from '../../proxy/clock.ts';
import type { Dice } from '../simulation/dice.ts';

/** A date as it can be ordered. */
export interface Offer {
  readonly event_id: string;
  readonly date_id: string;
  readonly price_id: number;
  readonly vendor_id: string;
  /** The minimum of participants. */
  readonly least: number;
}

/** What customers can choose. All want the same few dates, until these are sold out. */
export interface Offers {
  /** Every date that was offered when the run began. */
  readonly date_ids: readonly string[];
  pick(dice: Dice): Offer;
  /** Removes a sold-out offer, so that customers choose the next one. */
  remove(offer: Offer): void;
  /** The product that is short in stock, if it can be bought with this offer. */
  scarceProduct(offer: Offer): Product | undefined;
}

/** Some vendors close booking days before, so nearer dates are left out. */
const FIRST_DAY = 3;
const FEW_DATES = 8;
const MOST_READS = 120;
/** In milliseconds. */
const READ_PAUSE = 500;

/** Reads everything that can be booked within `days` days, as a customer's page does. */
export async function loadOffers(proxyUrl: string, days: number, dice: Dice): Promise<Offers> {
  const all: Offer[] = [];
  const start = toInstant(Date.now() + FIRST_DAY * DAY);
  const end = toInstant(Date.now() + (FIRST_DAY + days) * DAY);
  for (const { id } of await read<ListedEvent[]>(proxyUrl + paths.events)) {
    const event = await read<MergedEvent>(proxyUrl + pathTo(paths.mergedEvent, id));
    const range = new URLSearchParams({ start_date: start, end_date: end });
    const datesUrl = `${proxyUrl}${pathTo(paths.eventDates, id)}?${range}`;
    all.push(...offersOf(event, await read<EventDate[]>(datesUrl)));
  }
  const offers = shuffle(all, dice);
  const products = await read<Product[]>(proxyUrl + paths.products);
  const scarce = products.find(
    ({ available, dependencies }) => available !== null && available > 0 && !dependencies.length,
  );

  return {
    date_ids: offers.map(({ date_id }) => date_id),

    pick(dice) {
      if (offers.length === 0) throw new RangeError('there are too few dates for so many orders');
      return dice.pick(offers.slice(0, FEW_DATES));
    },

    remove(offer) {
      const index = offers.indexOf(offer);
      if (index >= 0) offers.splice(index, 1);
    },

    scarceProduct: ({ vendor_id }) => (scarce?.vendor_id === vendor_id ? scarce : undefined),
  };
}

function offersOf({ price_groups, vendor_id }: MergedEvent, dates: readonly EventDate[]): Offer[] {
  return dates.flatMap(({ id, event_id, available_slots, bookable_until }) => {
    const group = price_groups.find((one) => one.event_id === event_id);
    const price = group?.prices[0];
    const least = Math.max(1, group?.min_participants ?? 1);
    const isBookable = available_slots >= least && Date.parse(bookable_until) > Date.now() + DAY;
    return price && isBookable
      ? [{ event_id, date_id: id, price_id: price.id, vendor_id, least }]
      : [];
  });
}

function shuffle<T>(items: readonly T[], dice: Dice): T[] {
  return items
    .map((item) => ({ item, rank: dice.between(0, 1) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

/** Retries, because the proxies' timeouts are short and a read may fail on a busy machine. */
async function read<T>(url: string): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url);
    if (response.ok) return (await response.json()) as T;
    await response.body?.cancel();
    if (attempt === MOST_READS) throw new Error(`${url} responded with ${response.status}`);
    await new Promise((resolve) => setTimeout(resolve, READ_PAUSE));
  }
}
