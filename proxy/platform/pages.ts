import type { Clock } from '../clock.ts';
import type { Call, PlatformClient } from './client.ts';
import { TooManyItems } from './errors.ts';
import { createSlices, runInSlices } from './slices.ts';
import { toId, toList } from './wire-list.ts';

/** Ids of items; undefined for those whose id cannot be read. */
export type Ids = Set<string | undefined>;

/** The platform is publicly known to cap a response at 10,000 items, whatever it is asked for. */
export const PAGE_SIZE = 5_000;
/** More than enough for a month of dates (`DATES_PER_MONTH`). */
const MOST_PAGES = 100;
/** More of them show that the platform's lists have no fixed order. */
const MOST_STEPS_BACK = 3;

/**
 * Reads a list page by page. Each page overlaps the one before it by an item. If it does not begin
 * with that item, others have been deleted meanwhile and the rest has moved up, so the list is read
 * again from further up. If items were added, some come twice, and those already read are left out.
 * `requestedIds`: the ids that are asked for, if not all items are.
 */
export async function* readPages(
  call: Call,
  client: Pick<PlatformClient, 'send'>,
  { monotonic }: { readonly monotonic: Clock },
  requestedIds?: readonly string[],
): AsyncGenerator<readonly unknown[]> {
  const ids: Ids = new Set();
  let [offset, lastLength, stepsBack] = [0, 0, 0];
  let isReread = false;
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { value, hasNextPage } = await client.send(atOffset(call, offset));
    const items = toList(value);
    const hasMovedUp = offset > 0 && items.length > 0 && !ids.has(toId(items[0]));
    if (hasMovedUp && stepsBack < MOST_STEPS_BACK) {
      offset = Math.max(0, offset - lastLength);
      stepsBack += 1;
      isReread = true;
      continue;
    }
    const news = await runInSlices(itemsWithout(ids, items), createSlices(monotonic));
    await runInSlices(addIds(news, ids), createSlices(monotonic));
    yield news;
    // The platform may have cut a page short, so without a Link header only a page that brings
    // nothing new ends the list.
    if (hasNextPage === false || (news.length === 0 && !isReread)) return;
    if (requestedIds?.every((id) => ids.has(id))) return;
    offset += Math.max(1, items.length - 1);
    lastLength = items.length;
    isReread = false;
  }
  throw new TooManyItems('the list does not end');
}

function atOffset(call: Call, offset: number): Call {
  const page = { limit: String(PAGE_SIZE), ...(offset > 0 && { offset: String(offset) }) };
  return { ...call, query: { ...call.query, ...page } };
}

function* itemsWithout(ids: Ids, items: readonly unknown[]): Generator<void, unknown[]> {
  const others: unknown[] = [];
  for (const item of items) {
    if (!ids.has(toId(item))) others.push(item);
    yield;
  }
  return others;
}

export function* addIds(items: readonly unknown[], ids: Ids): Generator<void, void> {
  for (const item of items) {
    ids.add(toId(item));
    yield;
  }
}
