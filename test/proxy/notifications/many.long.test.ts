import assert from 'node:assert/strict';
import { test } from 'vitest';
import { minorDigits } from '#contract/currency';
import type { ListedEvent, MergedEvent } from '#contract/event.schema';
import { MINUTE } from '#contract/milliseconds';
import { paths, pathTo } from '#contract/paths';
import { createRandom } from '../../../demo/sandbox/world/random.ts';
import type { Choice, OrderChange } from '../../support/world.ts';
import { cartOf, createWorld, newKey, requestFor } from '../../support/world.ts';
import { deliver, tokenOf } from './deliveries.ts';

/** A larger number finds no more faults here; `.ci/run` sends 100,000. */
const NOTIFICATIONS = Number(process.env['NOTIFICATIONS'] ?? 5_000);
const ORDERS = 250;
/**
 * The part of notifications with a visible change; most are about things such as an internal note.
 */
const VISIBLE = 0.05;
const LOST = 0.2;
const DOUBLED = 0.3;
const FORGED = 0.1;
/** The part of them that arrives in a later round; in between, the proxy's jobs run. */
const LATE = 0.1;
const ROUNDS = 20;
/** Deliveries at the same time. */
const AT_ONCE = 100;

/** The part of the platform's order that customers see. */
interface WireOrder {
  readonly id: string;
  readonly status: string;
  readonly currency: string;
  readonly cancellation_date: string;
  readonly payment_date: string;
  readonly tickets: readonly {
    readonly code: string;
    readonly status: string;
    readonly participants: readonly {
      readonly id: string;
      readonly code: string;
      readonly status: string;
      readonly checked_in: string;
    }[];
  }[];
  readonly payments?: readonly { readonly value: number }[];
}
/** A notification with the state of an order at some time. */
interface Notification {
  readonly order: WireOrder;
  readonly body: string;
}
type Sums = readonly [paid: number, refunded: number];
interface Delivery extends Notification {
  readonly isForged: boolean;
}

const random = createRandom('notifications');
/** The current notification of each order. */
const newest = new Map<string, Notification>();
const world = createWorld({
  notifies: async (request) => {
    const body = await request.text();
    if (body.startsWith('{')) {
      const order = JSON.parse(body) as WireOrder;
      newest.set(order.id, { order, body });
    }
    return Response.json({ access_token: 'unused', expires_in: 3_600 });
  },
});

// Not in a hook, because hooks of the runner take longer than everything that is tested.
const story = await tellStory();

test('forged notifications are refused, and no others', () => {
  const { all } = story;
  assert.ok(all.sent >= NOTIFICATIONS && all.forged > NOTIFICATIONS / 20, `${all.forged} forged`);
  assert.equal(all.refused, all.forged);
});

test('orders are re-read in batches: one call for a hundred of them per round', () => {
  assert.ok(story.calls <= (ROUNDS + 2) * Math.ceil(ORDERS / 100), `${story.calls} calls`);
});

test('after thousands of notifications, lost, doubled, forged, late and shuffled, one sweep corrects all orders', () => {
  assert.equal(story.wrongAfterSweep, 0);
  // The control: without a sweep, the lost changes are unknown.
  assert.ok(story.wrongBeforeSweep > ORDERS / 10, `${story.wrongBeforeSweep} differed before`);
});

test('exactly the payments that arrived are known', () => {
  assert.ok(story.payments.length === ORDERS);
  assert.ok(story.payments.some(({ expected }) => expected[0] > 0 && expected[1] > 0));
  for (const { told, expected } of story.payments) assert.deepEqual(told, expected);
});

async function tellStory() {
  const keys = await placeOrders();
  const token = await tokenOf(world);
  await runJobs(2);
  world.calls.splice(0);
  const all = { sent: 0, forged: 0, refused: 0 };
  /** By order, the longest list of payments that arrived. */
  const arrived = new Map<string, WireOrder>();
  let late: Delivery[] = [];

  while (all.sent < NOTIFICATIONS) {
    const due = late;
    late = [];
    while (due.length < NOTIFICATIONS / ROUNDS) {
      for (const delivery of await nextDeliveries()) (random() < LATE ? late : due).push(delivery);
    }
    await deliverAll(due);
  }
  await deliverAll(late);
  const calls = world.calls.length;
  // The last change of each order, which no later notification can make up for.
  const last: Delivery[] = [];
  for (const id of keys.keys()) {
    await world.tryChange(id, 'cancel');
    await world.sandbox.delivered();
    last.push(...sendingsOf(notificationOf(id)));
  }
  await deliverAll(last);

  const wrongBeforeSweep = await findDifferences();
  world.advance(5 * MINUTE);
  await runJobs(2);
  const wrongAfterSweep = await findDifferences();
  return { all, calls, wrongBeforeSweep, wrongAfterSweep, payments: await comparePayments() };

  async function nextDeliveries(): Promise<readonly Delivery[]> {
    const id = draw([...newest.keys()]);
    if (random() < FORGED) return [forge(notificationOf(id))];
    if (random() < VISIBLE) await change(notificationOf(id));
    return sendingsOf(notificationOf(id));
  }

  async function deliverAll(deliveries: readonly Delivery[]): Promise<void> {
    const shuffled = shuffle(deliveries);
    for (let first = 0; first < shuffled.length; first += AT_ONCE) {
      await Promise.all(shuffled.slice(first, first + AT_ONCE).map(deliverOne));
    }
    await runJobs(1);
  }

  async function deliverOne({ order, body, isForged }: Delivery): Promise<void> {
    const { status } = await deliver(world, body, isForged ? `${token}x` : token);
    all.sent += 1;
    if (isForged) all.forged += 1;
    if (status === 401) all.refused += 1;
    const isLonger = paymentsOf(order).length >= paymentsOf(arrived.get(order.id)).length;
    if (!isForged && isLonger) arrived.set(order.id, order);
  }

  async function findDifferences(): Promise<number> {
    let count = 0;
    for (const order of (await world.books()) as unknown as readonly WireOrder[]) {
      const { body } = await world.find(keys.get(order.id) ?? '');
      const { status, cancellation_date, payment_date, tickets } = body.order ?? {};
      const told = { status, cancellation_date, payment_date, tickets };
      if (JSON.stringify(summarize(told)) !== JSON.stringify(summarize(order))) count += 1;
    }
    return count;
  }

  /** Compares the payments that customers see with those that arrived. */
  async function comparePayments() {
    const compared: { readonly told: Sums; readonly expected: Sums }[] = [];
    for (const [id, key] of keys) {
      const { order } = (await world.find(key)).body;
      const unit = 10 ** minorDigits(order?.currency ?? '');
      const values = paymentsOf(arrived.get(id)).map(({ value }) => Math.round(value * unit));
      const sum = (sign: number) =>
        values.reduce((total, value) => total + Math.max(0, sign * value), 0);
      const told: Sums = [order?.paid ?? 0, order?.refunded ?? 0];
      compared.push({ told, expected: [sum(1), sum(-1)] });
    }
    return compared;
  }
}

/** Resolves to the keys by order id. */
async function placeOrders(): Promise<ReadonlyMap<string, string>> {
  const keys = new Map<string, string>();
  for (const choice of (await findBookable()).slice(0, ORDERS)) {
    const key = newKey();
    const { body } = await world.place(requestFor(await world.quoteOne(cartOf(choice, [2]))), key);
    assert.equal(body.state, 'placed');
    keys.set(body.order?.id ?? '', key);
  }
  await world.sandbox.delivered();
  assert.equal(newest.size, ORDERS);
  return keys;
}

async function findBookable(): Promise<Choice[]> {
  const found: Choice[] = [];
  const { body: listed } = await world.get<ListedEvent[]>('/v3/events');
  for (const { id } of listed) {
    const { body: event } = await world.get<MergedEvent>(pathTo(paths.mergedEvent, id));
    for (const date of await world.datesOf(id)) {
      const group = event.price_groups.find(({ event_id }) => event_id === date.event_id);
      const isOpen = Date.parse(date.bookable_until) > world.clock() + 60 * MINUTE;
      if (!group || !isOpen || date.available_slots < 2 || group.min_participants > 2) continue;
      found.push({ event, group, date });
    }
  }
  return shuffle(found);
}

/** A change that is no longer possible is skipped. */
async function change({ order }: Notification): Promise<void> {
  const [kind, body] = draw<[OrderChange, (object | undefined)?]>([
    ['accept'],
    ['pay'],
    ['refund', { value: 10 }],
    ['check-in', { participant_id: draw(order.tickets[0]?.participants ?? []).id }],
  ]);
  await world.tryChange(order.id, kind, body);
  await world.sandbox.delivered();
}

function notificationOf(id: string): Notification {
  const notification = newest.get(id);
  assert.ok(notification);
  return notification;
}

/** No delivery if it is lost, two if it is doubled. */
function sendingsOf(notification: Notification): readonly Delivery[] {
  if (random() < LOST) return [];
  const delivery = { ...notification, isForged: false };
  return random() < DOUBLED ? [delivery, delivery] : [delivery];
}

/** A forged notification about an existing order. */
function forge({ order }: Notification): Delivery {
  const payments = [{ id: 'forged', value: 1, type: 'payment' }];
  const body = JSON.stringify({ id: order.id, status: 'DECLINED', payments });
  return { order, body, isForged: true };
}

function paymentsOf(order: WireOrder | undefined): readonly { readonly value: number }[] {
  return order?.payments ?? [];
}

/** The fields that a sweep updates, from an order of the platform or the proxy. */
function summarize({ status, cancellation_date, payment_date, tickets }: object & Told) {
  return {
    dates: [status, cancellation_date || null, payment_date || null],
    tickets: tickets?.map(({ code, status, participants }) => [
      ...[code, status],
      participants.map(({ code, status, checked_in }) => [code, status, checked_in || null]),
    ]),
  };
}
interface Told {
  readonly status?: string | undefined;
  readonly cancellation_date?: string | null | undefined;
  readonly payment_date?: string | null | undefined;
  readonly tickets?:
    | readonly {
        readonly code: string;
        readonly status: string | null;
        readonly participants: readonly {
          readonly code: string;
          readonly status: string | null;
          readonly checked_in: string | null;
        }[];
      }[]
    | undefined;
}

async function runJobs(times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    world.advance(2_000);
    await world.runJobs();
  }
}

function draw<T>(items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)];
  assert.ok(item !== undefined);
  return item;
}

function shuffle<T>(items: readonly T[]): T[] {
  const placed = items.map((item) => ({ item, at: random() }));
  return placed.sort((one, other) => one.at - other.at).map(({ item }) => item);
}
