import type { QuoteRequest } from '#contract/quote.schema';
import type { EventDate, ListedEvent, MergedEvent } from '../../src/index.ts';
import { between, type Proxy } from './visit.ts';

const RANGE = 'start_date=2026-11-28T00:00:00Z&end_date=2026-12-05T00:00:00Z';

async function read<T>(proxy: Proxy, request: Request, path: string): Promise<T> {
  return (await (await proxy(new Request(new URL(path, request.url)))).json()) as T;
}

/** A line of another vendor with one place on a bookable date. */
async function otherLine(proxy: Proxy, request: Request): Promise<QuoteRequest['lines'][number]> {
  const events = await read<ListedEvent[]>(proxy, request, '/v3/events');
  const others = events.filter(
    ({ vendor_name, type }) => type === 'BOOKING' && vendor_name !== 'Kiez & Kanal',
  );
  for (const { id } of others) {
    const event = await read<MergedEvent>(proxy, request, `/v3/merged_events/${id}`);
    const dates = await read<EventDate[]>(proxy, request, `/v3/events/${id}/dates?${RANGE}`);
    const date = dates.find(({ available_slots: places }) => places > 0);
    const group = event.price_groups.find(({ event_id }) => event_id === date?.event_id);
    const price = group?.prices[0];
    if (!date || !price || group.min_participants > 1) continue;
    return { event_id: id, date_id: date.id, prices: [{ price_id: price.id, amount: 1 }] };
  }
  throw new Error('the sandbox has no such date');
}

/** Adds a line of another vendor to the widget's first quote. */
export const withOtherLine = () => {
  let line: QuoteRequest['lines'][number] | undefined;
  return between('/checkout/quotes', async (proxy, request) => {
    const cart = (await request.clone().json()) as QuoteRequest;
    if (line) return proxy(request);
    line = await otherLine(proxy, request);
    const body = JSON.stringify({ ...cart, lines: [...cart.lines, line] });
    return proxy(new Request(request, { body }));
  });
};
