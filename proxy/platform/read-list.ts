import type { Call, PlatformClient } from './client.ts';
import type { PlatformContext } from './context.ts';
import { TooManyItems } from './errors.ts';
import { readPages } from './pages.ts';
import { createSkippedItems } from './skipped-items.ts';
import { createSlices, runInSlices } from './slices.ts';
import { type PlatformDate, toDates, type Translation } from './translate.ts';

/** All dates of a range, and how many calls it took to list them. */
export interface ListedDates {
  readonly dates: readonly PlatformDate[];
  readonly calls: number;
}

/** Reads lists of the platform, and translates them in slices. */
export interface ListReader {
  /** All pages. `requestedIds`: the ids that are asked for, if not all items are. */
  read<T>(translate: Translation<T>, call: Call, requestedIds?: readonly string[]): Promise<T>;
  /**
   * Page by page, because a month of dates is too much to read in one go.
   * @throws {TooManyItems} when there are more than `max`
   */
  readDates(call: Call, max: number): Promise<ListedDates>;
  /** Translates a list. Items that cannot be read are left out, and logged. */
  translate<T>(translate: Translation<T>, items: unknown): Promise<T>;
}

export function createListReader(
  client: Pick<PlatformClient, 'send'>,
  context: Pick<PlatformContext, 'monotonic' | 'log'>,
): ListReader {
  const { monotonic, log } = context;

  /**
   * A field that is wrong in one item is often wrong in all, so there is one log line for each
   * field.
   */
  async function translateInSlices<T>(translate: Translation<T>, items: unknown): Promise<T> {
    const skipped = createSkippedItems();
    const steps = translate.steps(items, skipped.note);
    const translated = await runInSlices(steps, createSlices(monotonic));
    skipped.entries().forEach(log);
    return translated;
  }

  return {
    translate: translateInSlices,

    async read(translate, call, requestedIds) {
      const items: unknown[] = [];
      for await (const page of readPages(call, client, context, requestedIds)) {
        // One by one: spread into a single `push`, a long page would overflow the stack.
        for (const item of page) items.push(item);
      }
      return translateInSlices(translate, items);
    },

    async readDates(call, max) {
      const dates: PlatformDate[] = [];
      let calls = 0;
      for await (const page of readPages(call, client, context)) {
        calls += 1;
        for (const date of await translateInSlices(toDates, page)) dates.push(date);
        if (dates.length > max) throw new TooManyItems(`there are more than ${max} dates`);
      }
      return { dates, calls };
    },
  };
}
