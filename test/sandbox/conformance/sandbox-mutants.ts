import type { Item } from './judge.ts';
import { byDefault, type Mutant, showing } from './mutants.ts';

/** Mutants of what the minimal platform has not. */
export const sandboxMutants: readonly Mutant[] = [
  {
    what: 'a main event has null for its parent',
    caughtBy: /^Event: root_event_id/,
    mutate: showing(/^\/v3\/events$/, (event) => ({
      ...event,
      root_event_id: event['root_event_id'] || null,
    })),
  },
  {
    what: 'an order has null for a date that is absent',
    caughtBy: /^Order: absent dates/,
    mutate: showing(/^\/v3\/orders$/, (order) => ({ ...order, payment_date: null })),
  },
  {
    what: 'an error has no user_message',
    caughtBy: /^Errors: one about a parameter/,
    mutate: (platform) => async (request) => {
      const response = await platform(request);
      if (response.status !== 400) return response;
      const { user_message: _, ...body } = (await response.json()) as Record<string, unknown>;
      return Response.json(body, { status: 400 });
    },
  },
  {
    what: 'dates past their latest_booking_time come by default',
    caughtBy: /^Date lists: dates past the latest_booking_time/,
    mutate: byDefault(/\/dates$/, 'ignore_latest_booking_time', 'true'),
  },
  {
    what: 'a merged event has prices',
    caughtBy: /^Merged event:/,
    mutate: showing(/^\/v3\/merged_events$/, (event) => ({ ...event, prices: [] })),
  },
  {
    what: 'a merged event lacks the prices of its pricelists',
    caughtBy: /^List merged events:/,
    mutate: showing(/^\/v3\/merged_events$/, (event) => ({
      ...event,
      price_groups: (event['price_groups'] as object[]).slice(0, 1),
    })),
  },
  {
    what: 'merged dates come the other way round',
    caughtBy: /^List merged dates:/,
    mutate: byDefault(/^\/v3\/merged_dates$/, 'order', '-date'),
  },
  {
    what: 'a summary is a list of dates',
    caughtBy: /^List events and dates:/,
    mutate: showing(/^\/v3\/eventDates$/, (item) => (item['dates'] as Item[])[0] ?? {}),
  },
];
