import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import type { OrderRequest } from '#contract/order.schema';
import type { SiteCatalog } from '../../../proxy/catalog/site-catalog.ts';
import { unlimited } from '../../../proxy/guards/visitor.ts';
import { createAlarm } from '../../../proxy/journal/alarm.ts';
import type { IntentEvent } from '../../../proxy/journal/intent.ts';
import { createIntentIndex } from '../../../proxy/journal/intent-index.ts';
import { createJournal, type Journal } from '../../../proxy/journal/journal.ts';
import { quoteKeyOf, signQuote, verifyQuote } from '../../../proxy/journal/quote.ts';
import { createUsedQuotes } from '../../../proxy/journal/used-quotes.ts';
import { createOrderPlacer } from '../../../proxy/orders/place.ts';
import type { PricedOrder } from '../../../proxy/orders/price-cart.ts';
import { PlatformRefused, PlatformUnreachable } from '../../../proxy/platform/errors.ts';
import type { Platform } from '../../../proxy/platform/platform.ts';
import type { PlacedOrder } from '../../../proxy/platform/translate.ts';
import { hash } from '../../../proxy/secrets.ts';
import { watchHistory } from '../../../proxy/store/history.ts';
import { createMemoryStore } from '../../../proxy/store/memory.ts';
import type { Store } from '../../../proxy/store/store.ts';
import { cartOf, createWorld, newKey, requestFor, START } from '../../support/world.ts';
import { aDate, anEvent } from '../builders.ts';

/** The faults of one request: of the live read before sending, and of the create. */
interface Fate {
  readonly check: 'free' | 'sold-out' | 'down' | 'expired';
  readonly create: 'placed' | 'refused' | 'unsent' | 'cut-before' | 'cut-after';
}

/** The result of one request. Steps are operations on store and platform. */
interface Story {
  readonly told: 'yes' | 'checking' | 'no' | 'try-again';
  /** The step of the journal's first look-up. */
  readonly begun: number;
  /** The step at which the journal was asked or told for the last time. */
  readonly ended: number;
  /** Whether it sent a create that was not clearly refused. */
  readonly sent: boolean;
}

const KEY = 'k'.repeat(43);
const event = anEvent('e', {});
const date = aDate('d', 'e', { date: '2026-12-01T10:00:00Z' });
const quoteKey = quoteKeyOf('a secret of thirty-two characters', 'default');
const priced: PricedOrder = {
  kind: 'BOOKING',
  vendor_id: 'vendor',
  currency: 'EUR',
  shipping_address: false,
  total: 1_000,
  lines: [
    {
      event_id: 'e',
      date_id: 'd',
      title: 'Event e',
      date: date.date,
      duration: 60,
      timezone: 'Europe/Berlin',
      meeting_location: '',
      participant_hint: '',
      total: 1_000,
      prices: [{ price_id: 1, title: 'Price 1', amount: 1, value: 1_000, total: 1_000 }],
    },
  ],
  products: [],
} as unknown as PricedOrder;
/** Of a store of its own, so that its reads are no steps of the race. */
const { history } = watchHistory(createMemoryStore(), {
  clock: () => START,
  monotonic: () => 0,
  log: () => {},
});
const stamp = { id: 'q1', expires_at: START + 60_000, mark: await history.mark() };
const quote = await signQuote(priced, stamp, await quoteKey);
const request: OrderRequest = {
  quote,
  lines: [{ date_id: 'd', participants: [{ price_id: 1 }] }],
  contact: { name: 'Ida Meyer', email: 'ida@example.com' },
  lang: 'de',
};
const { config, site } = createWorld();

/** Two requests with one key, whose steps happen in an order that the scheduler chooses. */
async function race(
  scheduler: fc.Scheduler,
  fates: readonly Fate[],
  weaken: (journal: Journal) => Journal = (journal) => journal,
): Promise<{ stories: Story[]; landed: number }> {
  const memory = createMemoryStore();
  let step = 0;
  let landed = 0;

  async function run({ check, create }: Fate): Promise<Story> {
    let [begun, ended, sent] = [0, 0, false];
    const turn = async (label: string) => {
      await scheduler.schedule(Promise.resolve(), label);
      return (step += 1);
    };
    const store: Store = {
      ...memory,
      async get(key) {
        ended = await turn('get');
        begun ||= ended;
        return memory.get(key);
      },
      async put(...row) {
        ended = await turn('put');
        return memory.put(...row);
      },
    };
    const platform = {
      async eventsById() {
        return [event];
      },
      async productsById() {
        return [];
      },
      async findOrders() {
        return { orders: [], isComplete: true, askedAt: undefined };
      },
      async createOrder({ external_reference }): Promise<PlacedOrder> {
        await turn('create');
        sent = create !== 'refused' && create !== 'unsent';
        if (create === 'placed' || create === 'cut-after') landed += 1;
        await turn('response');
        if (create === 'refused') throw new PlatformRefused(400, '40001');
        if (create === 'unsent') throw new PlatformRefused(429, '42910');
        if (create !== 'placed') throw new PlatformUnreachable({ sent: true });
        return {
          id: 'o',
          code: 'C',
          external_reference,
          status: 'ACCEPTED',
          total: 1_000,
          currency: 'EUR',
        };
      },
    } satisfies Partial<Platform>;
    const catalog: Partial<SiteCatalog> = {
      async liveDates() {
        await turn('dates');
        if (check === 'down') throw new PlatformUnreachable({ sent: true });
        return [check === 'sold-out' ? { ...date, available_slots: 0 } : date];
      },
      callsOfLiveDates: async () => 1,
      doubtDates: () => {},
      invalidateOffers: () => {},
    };
    const clock = () => (check === 'expired' ? START + 60_000 : START);
    const fetch = async () => assert.fail('nothing is asked');
    const context = { config, site, store, clock, monotonic: clock, fetch, log: () => {} };
    const raiseAlarm = createAlarm(context);
    const journal = createJournal({ index: createIntentIndex(context), raiseAlarm }, context);
    const placer = createOrderPlacer(
      {
        platform: platform as Partial<Platform> as Platform,
        catalog: catalog as SiteCatalog,
        journal: weaken(journal),
        history,
        reconciler: { reconcile: (id) => journal.find(id) },
        payments: { verify: async () => {} },
        summaries: { save: async () => {} },
        raiseAlarm,
        usedQuotes: createUsedQuotes(context),
        now: () => ({ wall: clock(), process: 'p', monotonic: clock() }),
        openQuote: async (signed) => ({
          quote: await verifyQuote(signed, await quoteKey),
          secret: 'a secret of thirty-two characters',
        }),
        hash,
        viewIdOf: hash,
      },
      context,
    );
    const told = await placer.place(request, KEY, unlimited).then(
      ({ intent: { state } }) => toldOf[state],
      () => 'try-again' as const,
    );
    return { told, begun, ended, sent };
  }

  const stories = await scheduler.waitFor(Promise.all(fates.map(run)));
  return { stories, landed };
}

const toldOf = {
  new: 'try-again',
  sending: 'checking',
  unknown: 'checking',
  placed: 'yes',
  refused: 'no',
  absent: 'no',
} as const;

function assertTruthful(stories: readonly Story[], landed: number): void {
  assert.ok(landed <= 1, 'ordered twice');
  for (const { told, ended } of stories) {
    if (told === 'no') assert.equal(landed, 0, 'told no, and there is an order');
    if (told !== 'try-again') continue;
    const twin = stories.find(({ begun, sent }) => sent && begun < ended);
    assert.equal(twin, undefined, 'told to try again, and its twin has sent');
  }
}

const fate: fc.Arbitrary<Fate> = fc.record({
  check: fc.constantFrom('free', 'free', 'sold-out', 'down', 'expired'),
  create: fc.constantFrom('placed', 'placed', 'refused', 'unsent', 'cut-before', 'cut-after'),
});
const twins = fc.tuple(fc.scheduler(), fc.array(fate, { minLength: 2, maxLength: 3 }));

test('in any interleaving, no twin is refused while an order exists or is being sent', async () => {
  const told = new Set<string>();
  const law = fc.asyncProperty(twins, async ([scheduler, fates]) => {
    const { stories, landed } = await race(scheduler, fates);
    for (const story of stories) told.add(story.told);
    assertTruthful(stories, landed);
  });
  // The controls below fail within thirty runs.
  await fc.assert(law, { numRuns: 300 });

  assert.deepEqual([...told].toSorted(), ['checking', 'no', 'try-again', 'yes']);
});

/** Removes the guard of a refusal: reads the journal again instead of recording the event. */
function withoutRecorded(type: IntentEvent['type']): (journal: Journal) => Journal {
  return (journal) => ({
    ...journal,
    async record(key, happened) {
      if (happened.type !== type) return journal.record(key, happened);
      const intent = await journal.find(key);
      assert.ok(intent);
      if (intent.state !== 'new' || happened.type !== 'declined') {
        return { intent, changed: false };
      }
      return { intent: { ...intent, state: 'refused', problem: happened.problem }, changed: true };
    },
  });
}
for (const [type, lie] of [
  ['declined', /told no, and there is an order/],
  ['postponed', /told to try again, and its twin has sent/],
] as const) {
  test(`control: a refusal that is ${type} by reading the journal again is detected as wrong`, async () => {
    const law = fc.asyncProperty(twins, async ([scheduler, fates]) => {
      const { stories, landed } = await race(scheduler, fates, withoutRecorded(type));
      assertTruthful(stories, landed);
    });
    const { failed, errorInstance } = await fc.check(law, { numRuns: 300, endOnFailure: true });
    assert.ok(failed);
    assert.match(String(errorInstance), lie);
  });
}

test('a copy of a request that was told to try again comes late, and sends nothing', async () => {
  let isBusy = true;
  const world = createWorld({
    between: (platform) => async (call) =>
      isBusy && call.method === 'POST' && call.url.endsWith('/orders')
        ? Response.json({ code: '42901' }, { status: 429 })
        : platform(call),
  });
  const request = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));
  const key = newKey();
  const told = await world.place({ ...request, submission: 1 }, key);
  isBusy = false;

  const copy = await world.place({ ...request, submission: 1 }, key);
  assert.deepEqual([told.status, copy.status], [503, 503]);
  assert.equal((await world.books()).length, 0);

  const next = await world.place({ ...request, submission: 2 }, key);
  const copyOfNext = await world.place({ ...request, submission: 2 }, key);
  const lateCopy = await world.place({ ...request, submission: 1 }, key);
  assert.equal(next.status, 201);
  assert.deepEqual([copyOfNext.status, copyOfNext.body], [200, next.body]);
  assert.deepEqual([lateCopy.status, lateCopy.body], [200, next.body]);
  assert.equal((await world.books()).length, 1);
});

test('a request that was refused for lack of places gets the same response again, whatever is free now', async () => {
  let isFull = false;
  const world = createWorld({
    between: (platform) => async (call) => {
      const response = await platform(call);
      if (!isFull || new URL(call.url).pathname !== '/v3/dates') return response;
      const dates = (await response.json()) as object[];
      return Response.json(dates.map((full) => ({ ...full, available_slots: 0 })));
    },
  });
  const choice = await world.choose();
  const quoted = requestFor(await world.quoteOne(cartOf(choice, [2])));
  const key = newKey();
  isFull = true;
  const first = await world.place(quoted, key);
  isFull = false;
  world.advance(2_000);

  const again = await world.place(quoted, key);

  assert.deepEqual([first.status, again.status], [409, 409]);
  assert.deepEqual(again.body, first.body);
  assert.equal(world.orderCalls(), 0);
  const next = requestFor(await world.quoteOne(cartOf(choice, [2])));
  assert.equal((await world.place(next, newKey())).status, 201);
});
