import '../support/request-streams.ts';
import { expect } from '@open-wc/testing';
import { MINUTE } from '#contract/milliseconds';
import { IDEMPOTENCY_KEY, paths, pathTo, VIEW_KEY } from '#contract/paths';
import type { QuotedOrder, QuoteResponse } from '#contract/quote.schema';
import { sandboxClients } from '../../demo/sandbox/clients.ts';
import { createSandbox } from '../../demo/sandbox/sandbox.ts';
import { createRandom, type Random } from '../../demo/sandbox/world/random.ts';
import { createProxy } from '../../proxy/app.ts';
import { readConfig } from '../../proxy/config.ts';
import { createMemoryStore } from '../../proxy/store/memory.ts';
import type {
  Confirmation,
  EventDate,
  IntentResponse,
  ListedEvent,
  MergedEvent,
} from '../../src/index.ts';
import { storedStep } from '../../src/state/stored-step.schema.ts';
import { mount } from '../elements/mount.ts';
import { anAttemptWith } from '../support/builders.ts';
import { page } from '../support/page.ts';

/**
 * A vendor and the time change orders at random, notifications come or are lost, the platform can be
 * read or not, and the customer looks, reloads, and opens the copied link. Screen, status route and
 * sandbox must not contradict each other.
 */

const START = Date.parse('2026-11-21T09:00:00Z');
const PLATFORM = 'https://platform.example';
const PROXY = 'https://book.example';
const SEEDS = Array.from({ length: 12 }, (_, index) => index + 1);
const STEPS = 6;

interface SandboxOrder {
  readonly id: string;
  readonly status: string;
  readonly expire_date: string;
  readonly cancellation_date: string;
}

/** Which words belong to which state (spec, States and transitions). */
const wordsOf = {
  ACCEPTED: 'Booked. See you',
  PENDING: 'Your request has been sent',
  OPEN: 'This is a reservation, not a ticket',
  RESERVED: 'This is a reservation, not a ticket',
  DECLINED: 'has declined your request',
  CANCELED: 'This order has been cancelled',
  expired: 'This order has run out',
};
const allWords = [...new Set(Object.values(wordsOf))];

/** "Any order in which expire_date is set: the order cancels automatically at that time." */
function stateOf(order: Omit<SandboxOrder, 'id'>, now: number): keyof typeof wordsOf {
  const { status, expire_date, cancellation_date } = order;
  const at = (instant: string) => Date.parse(instant);
  if (expire_date && status === 'CANCELED' && at(cancellation_date) >= at(expire_date)) {
    return 'expired';
  }
  const isInForce = status !== 'CANCELED' && status !== 'DECLINED';
  if (expire_date && isInForce && now >= at(expire_date)) return 'expired';
  return status as keyof typeof wordsOf;
}

const placed = [
  { status: 'ACCEPTED', kind: 'BOOKING' },
  { status: 'OPEN', kind: 'BOOKING' },
  { status: 'RESERVED', kind: 'BOOKING' },
  { status: 'PENDING', kind: 'REQUEST' },
] as const;
type Placed = (typeof placed)[number];

const pick = <T>(items: readonly T[], random: Random): T =>
  items[Math.floor(random() * items.length)] as T;

/** A sandbox that creates orders with this status and expiry, and a proxy before it. */
async function placeOne({ status, kind }: Placed, expiresIn: number | undefined) {
  let now = START;
  const clock = () => now;
  const jobs: (() => Promise<void>)[] = [];
  const notifications = { areLost: false };
  const reads = { fail: false };
  const credentials = { id: 'platform', secret: 'a secret that the platform is given' };
  const sandbox = createSandbox({
    clock,
    receiver: {
      oauth_endpoint_url: PROXY + paths.notificationOrders,
      oauth_endpoint_token_url: PROXY + paths.notificationToken,
      oauth_endpoint_client_id: credentials.id,
      oauth_endpoint_client_secret: credentials.secret,
    },
    fetch: async (request) =>
      notifications.areLost ? new Response(null, { status: 503 }) : proxy(request),
  });
  const platform = async (request: Request): Promise<Response> => {
    if (reads.fail) return new Response(null, { status: 503 });
    if (request.method !== 'POST' || !request.url.endsWith('/orders')) return sandbox(request);
    const expiry = expiresIn && new Date(now + expiresIn).toISOString().replace('.000', '');
    const order = (await request.json()) as object;
    const body = { ...order, status, ...(expiry && { expire_date: expiry }) };
    const { url, method, headers } = request;
    return sandbox(new Request(url, { method, headers, body: JSON.stringify(body) }));
  };
  const proxy = createProxy({
    config: readConfig({
      PLATFORM_URL: PLATFORM,
      PLATFORM_CLIENT_ID: sandboxClients.reseller.id,
      PLATFORM_CLIENT_SECRET: sandboxClients.reseller.secret,
      PUBLIC_URL: PROXY,
      ALLOWED_ORIGINS: location.origin,
      PROXY_SECRET: 'a secret of thirty-two characters',
      STORE_URL: 'memory:',
      NOTIFICATION_CLIENT_ID: credentials.id,
      NOTIFICATION_CLIENT_SECRET: credentials.secret,
    }),
    clock,
    monotonic: clock,
    fetch: platform,
    store: createMemoryStore(),
    assets: {},
    every: (_, task) => void jobs.push(task),
    log: () => undefined,
  });
  const ask = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
    const response = await proxy(new Request(PROXY + path, init));
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as T;
  };
  const post = <T>(path: string, body: object, headers: Record<string, string> = {}) =>
    ask<T>(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const control = (path: string, method = 'POST') =>
    sandbox(new Request(`${PLATFORM}/sandbox${path}`, { method }));

  const order = await quote();
  const key = 'k'.repeat(43);
  const [own] = order.lines;
  const participants = own?.prices.map(({ price_id }) => ({ price_id })) ?? [];
  const { view_key: viewKey = '', order: booked } = await post<IntentResponse>(
    '/checkout/orders',
    {
      quote: order.quote,
      lines: [{ date_id: own?.date_id, participants }],
      contact: { name: 'Ida Meyer', email: 'ida@example.com' },
      lang: 'en',
    },
    { [IDEMPOTENCY_KEY]: key },
  );

  /** One place of the first event of that kind, a week from now. */
  async function quote(): Promise<QuotedOrder> {
    const range = `?start_date=2026-11-28T00:00:00Z&end_date=2026-12-12T00:00:00Z`;
    for (const { id, type } of await ask<ListedEvent[]>(paths.events)) {
      if (type !== kind) continue;
      const { price_groups } = await ask<MergedEvent>(pathTo(paths.mergedEvent, id));
      for (const date of await ask<EventDate[]>(pathTo(paths.eventDates, id) + range)) {
        const group = price_groups.find(({ event_id }) => event_id === date.event_id);
        const [price] = group?.prices ?? [];
        if (!group || !price || date.available_slots < 1 || group.min_participants > 1) continue;
        const prices = [{ price_id: price.id, amount: 1 }];
        const lines = [{ event_id: id, date_id: date.id, prices }];
        const { orders } = await post<QuoteResponse>('/checkout/quotes', { lines, products: [] });
        if (orders[0]) return orders[0];
      }
    }
    throw new Error(`The sandbox has no ${kind}.`);
  }

  return {
    order,
    key,
    clock,
    notifications,
    reads,
    advance: (milliseconds: number) => void (now += milliseconds),
    runJobs: async () => {
      for (const job of jobs) await job();
    },
    look: () => ask<IntentResponse>('/checkout/intent', { headers: { [IDEMPOTENCY_KEY]: key } }),
    lookByLink: () => ask<IntentResponse>('/checkout/intent', { headers: { [VIEW_KEY]: viewKey } }),
    /** The vendor changes the order; the sandbox may refuse it. */
    change: (what: string) => control(`/orders/${booked?.id}/${what}`),
    book: async () =>
      (await (await control(`/orders/${booked?.id}`, 'GET')).json()) as SandboxOrder,
  };
}
type World = Awaited<ReturnType<typeof placeOne>>;

/** The one headline on the screen, and what is offered with it. */
async function screenOf(properties: Partial<Confirmation>, now: number) {
  const el = await mount('booking-confirmation', properties, { now });
  const text = page(el).text();
  const said = allWords.filter((words) => text.includes(words));
  const hasPrint = page(el).has('button', 'Print');
  const hasCalendar = page(el).has('button', 'Add to calendar');
  const isStruck = Boolean(el.shadowRoot?.querySelector('.stub s'));
  el.remove();
  return { said, hasPrint, hasCalendar, isStruck };
}

async function screens({ order, key, look, lookByLink, clock }: World) {
  const [own, viewed] = [await look(), await lookByLink()];
  const attempt = anAttemptWith(own, { order, key });
  const { intent, expires, sent } = attempt;
  const stored: unknown = JSON.parse(
    JSON.stringify({
      name: 'result',
      choice: null,
      attempts: [{ order, key, intent, expires, sent }],
    }),
  );
  expect(storedStep.safeParse(stored).success, 'the step survives a reload').to.equal(true);
  const reloaded = (stored as { attempts: [{ intent: IntentResponse }] }).attempts[0].intent;
  return {
    status: own.order,
    viewedStatus: viewed.order?.status,
    shown: [
      await screenOf({ attempts: [attempt] }, clock()),
      await screenOf({ attempts: [{ ...attempt, intent: reloaded }] }, clock()),
      await screenOf({ viewed: true, intent: viewed }, clock()),
    ],
  };
}

function expectScreen(state: keyof typeof wordsOf) {
  const isValid = state === 'ACCEPTED';
  const isOver = ['DECLINED', 'CANCELED', 'expired'].includes(state);
  const screen = { said: [wordsOf[state]], hasPrint: isValid, hasCalendar: isValid };
  return Array.from({ length: 3 }, () => ({ ...screen, isStruck: isOver }));
}

describe('the states of an order, on screen, in the status route and in the sandbox', () => {
  const met = new Set<string>();

  for (const seed of SEEDS) {
    it(`do not contradict each other, seed ${seed}`, async () => {
      const random = createRandom(`states/${seed}`);
      const expiresIn = pick([undefined, 60 * MINUTE, 180 * MINUTE], random);
      const world = await placeOne(placed[seed % placed.length] as Placed, expiresIn);
      const story: string[] = [];

      for (let step = 0; step < STEPS; step += 1) {
        world.notifications.areLost = random() < 0.5;
        world.reads.fail = world.notifications.areLost && random() < 0.5;
        const action = pick(
          ['accept', 'decline', 'decline', 'cancel', 'pay', 'refund', 'check-in', 'wait', 'wait'],
          random,
        );
        story.push(world.notifications.areLost ? `${action} (unheard)` : action);
        if (action === 'wait') world.advance(Math.ceil(random() * 20) * MINUTE);
        else await world.change(action);
        const told = story.join(', ');

        // What was read may be old, but screen and route say the same.
        const { status, viewedStatus, shown } = await screens(world);
        expect(viewedStatus, told).to.equal(status?.status);
        const { expire_date, cancellation_date } = status ?? {};
        const routed = {
          status: status?.status ?? '',
          expire_date: expire_date ?? '',
          cancellation_date: cancellation_date ?? '',
        };
        expect(shown, told).to.deep.equal(expectScreen(stateOf(routed, world.clock())));

        // Once the order has been read again, they say what the sandbox says. With a receiver of
        // notifications, that takes half an hour at most.
        world.reads.fail = false;
        for (let look = 0; look < 4; look += 1) {
          await world.look();
          world.advance(10 * MINUTE);
          await world.runJobs();
        }
        const book = await world.book();
        const state = stateOf(book, world.clock());
        met.add(state);
        const settled = await screens(world);
        expect(settled.shown, `${told}; then ${book.status}`).to.deep.equal(expectScreen(state));
      }
    });
  }

  it('are all met', () => {
    const { OPEN: _, RESERVED: __, ...names } = wordsOf;
    expect([...met]).to.include.members(Object.keys(names));
  });
});
