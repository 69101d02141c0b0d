import { type Api, isApiError, type Output } from '../platform/index.ts';
import type { EventDraft } from './event-draft.ts';
import { describe, type RowResult, writeDates } from './write-dates.ts';

/** What became of a draft whose event was created. */
export interface DraftResult {
  readonly event: Output<'createEvent'>;
  readonly pricelists: readonly Output<'createEvent'>[];
  /** Rows are counted through all dates of the file: the event's own, then those of its pricelists. */
  readonly dates: readonly RowResult[];
  readonly products: readonly Output<'createProduct'>[];
  /** Why a pricelist or a product was not created. */
  readonly failures: readonly string[];
}

type DraftApi = Pick<Api, 'createEvent' | 'createDates' | 'updateDates' | 'createProduct'>;

/**
 * Creates the event, then what belongs to it. What fails then keeps nothing else out, so that it can
 * be created by itself, for the event that is there.
 * @throws {ApiError} if the event itself is not created
 */
export async function createDraft(
  api: DraftApi,
  { event: { vendor_id: _, ...given }, ...draft }: EventDraft,
  vendor_id: string,
): Promise<DraftResult> {
  const body = { ...given, vendor_id };
  const event = await api.createEvent({ body });
  const rows: RowResult[] = [];
  const failures: string[] = [];

  async function attempt<T>(what: string, create: () => Promise<T>): Promise<T | undefined> {
    try {
      return await create();
    } catch (error) {
      if (!isApiError(error)) throw error;
      failures.push(`${what} was not created: ${describe(error)}`);
      return undefined;
    }
  }

  async function addDates(event_id: string, dates: EventDraft['dates']): Promise<void> {
    const before = rows.length;
    const results = await writeDates(
      api,
      dates.map((date) => ({ ...date, event_id })),
    );
    rows.push(...results.map((result) => ({ ...result, row: result.row + before })));
  }

  await addDates(event.id, draft.dates);
  const pricelists: Output<'createEvent'>[] = [];
  for (const { title, prices, dates } of draft.pricelists) {
    const child = { ...body, title, prices, root_event_id: event.id };
    const created = await attempt(`the pricelist “${title}”`, () =>
      api.createEvent({ body: child }),
    );
    if (!created) continue;
    pricelists.push(created);
    await addDates(created.id, dates);
  }
  const products: Output<'createProduct'>[] = [];
  for (const { dependencies = offeredWith(event.id), ...product } of draft.products) {
    const created = await attempt(`the product “${product.name}”`, () =>
      api.createProduct({ body: { ...product, dependencies, vendor_id } }),
    );
    if (created) products.push(created);
  }
  return { event, pricelists, dates: rows, products, failures };
}

/** With one event, whatever its prices. */
export function offeredWith(id: string) {
  return [{ events: [{ id }] }];
}
