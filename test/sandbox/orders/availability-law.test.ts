import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import type { OrderContext } from '../../../demo/sandbox/orders/changes.ts';
import { updateAvailability } from '../../../demo/sandbox/orders/changes.ts';
import { openSandbox, orderFor, vouchersOf } from '../support.ts';
import type { WireOrder } from '../wire.ts';
import type { OrderStep, Scene, Step } from './availability-steps.ts';
import { bodyOf, DATES, step } from './availability-steps.ts';

const WALL = 'The Wall by bike';

type UpdateAvailability = OrderContext['updateAvailability'];

/** The availability, read from the platform. */
interface Left {
  readonly places: readonly number[];
  readonly prints: number;
  /** In cents. */
  readonly voucher: number;
}

/** Few dates, little stock and one voucher, so that all of them run out often. */
async function openScene(update: UpdateAvailability): Promise<Scene> {
  const sandbox = await openSandbox({ updateAvailability: update });
  const dates = await sandbox.datesOf(WALL, {
    order: 'available_slots',
    start_date: '2026-11-24T00:00:00Z',
  });
  return {
    sandbox,
    dateIds: Array.from({ length: DATES }, (_, index) => dates[index * 12]?.id ?? assert.fail()),
    printId: (await sandbox.product('Print')).id,
    voucherId: (await vouchersOf(sandbox)).vouchers[0]?.id ?? assert.fail(),
    priceId: (await sandbox.event(WALL)).prices[0]?.id ?? assert.fail(),
    valid: await orderFor(sandbox, WALL),
  };
}

async function readLeft({ sandbox, dateIds, voucherId }: Scene): Promise<Left> {
  const places: number[] = [];
  for (const id of dateIds) {
    const { body } = await sandbox.get<Record<string, number>>(`/sandbox/dates/${id}`);
    const { available_slots = NaN, taken_slots = NaN, total_slots = NaN } = body;
    assert.ok(available_slots >= 0 && taken_slots >= 0, 'places are never negative');
    assert.equal(available_slots + taken_slots, total_slots, 'free and taken places add up');
    places.push(available_slots);
  }
  const { available: prints } = await sandbox.product('Print');
  assert.ok(prints >= 0, 'stock is never negative');
  const { vouchers } = await vouchersOf(sandbox);
  const voucher = cents(vouchers.filter(({ id }) => id === voucherId).map(({ left }) => left));
  assert.ok(voucher >= 0, 'a voucher is never overdrawn');
  return { places, prints, voucher };
}

/** Does one step. Returns the places that somebody without an order has taken. */
async function doStep(
  scene: Scene,
  next: Step,
): Promise<{ date: number; slots: number } | undefined> {
  const { sandbox, dateIds } = scene;
  if (next.kind === 'order') {
    const left = await readLeft(scene);
    const { status } = await sandbox.order(bodyOf(scene, next.order));
    assert.equal(status, fits(left, next.order) ? 201 : 400, 'created if it fits, refused if not');
  } else if (next.kind === 'race') {
    const bodies = next.orders.map((order) => bodyOf(scene, order));
    const before = await storedOrders(scene);
    const responses = await Promise.all(bodies.map((body) => sandbox.order(body)));
    const created = responses.filter(({ status }) => status === 201).length;
    assert.equal(
      (await storedOrders(scene)).length,
      before.length + created,
      'no order is half created',
    );
  } else if (next.kind === 'change') {
    const orders = await storedOrders(scene);
    const order = orders[next.order % Math.max(1, orders.length)];
    if (order) await sandbox.send(`/sandbox/orders/${order.id}/${next.name}`, { method: 'POST' });
  } else if (next.kind === 'take') {
    const { status } = await sandbox.take(dateIds[next.date] ?? '', next.slots);
    if (status === 200) return next;
  } else {
    sandbox.clock.now += next.seconds * 1000;
  }
  return undefined;
}

function fits(left: Left, { tickets, prints, paysWithVoucher, mistake }: OrderStep): boolean {
  const ordered = left.places.map((_, date) =>
    sum(tickets.filter((ticket) => ticket.date === date).map(({ participants }) => participants)),
  );
  return (
    mistake === undefined &&
    ordered.every((places, date) => places <= (left.places[date] ?? 0)) &&
    sum(prints) <= left.prints &&
    !(paysWithVoucher && left.voucher === 0)
  );
}

function storedOrders({ sandbox }: Scene): Promise<WireOrder[]> {
  return sandbox.list<WireOrder>('/sandbox/orders');
}

/**
 * Checks that the availability is the initial one minus what orders occupy, and that every total is
 * the sum of its lines.
 */
async function checkAvailability(
  scene: Scene,
  initial: Left,
  taken: readonly number[],
): Promise<void> {
  const left = await readLeft(scene);
  const orders = await storedOrders(scene);
  const inForce = orders.filter(({ status }) => status !== 'CANCELED' && status !== 'DECLINED');
  const places = scene.dateIds.map((id, date) => {
    const tickets = inForce
      .flatMap((order) => order.tickets)
      .filter(({ date_id }) => date_id === id);
    const participants = sum(tickets.map((ticket) => ticket.participants.length));
    return (initial.places[date] ?? 0) - (taken[date] ?? 0) - participants;
  });
  const prints = sum(inForce.flatMap(({ products }) => products.map(({ amount }) => amount)));

  assert.deepEqual(left.places, places, 'places add up');
  const redeemed = inForce.flatMap((order) => order.redeemed_vouchers);
  const voucher = cents(redeemed.map(({ redeemed_value }) => redeemed_value));
  assert.equal(left.prints, initial.prints - prints, 'stock adds up');
  assert.equal(left.voucher, initial.voucher - voucher, 'vouchers add up');
  for (const { tickets, products, total_invoice } of orders) {
    const values = tickets.flatMap(({ participants }) => participants.map((p) => p.price_value));
    const lines = products as unknown as { price: string; amount: number }[];
    const total = cents(values) + sum(lines.map(({ price, amount }) => cents([price]) * amount));
    assert.equal(cents([total_invoice]), total, 'a total is the sum of its lines');
  }
}

const theLaw = (update: UpdateAvailability) =>
  fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
    const scene = await openScene(update);
    const initial = await readLeft(scene);
    const taken = scene.dateIds.map(() => 0);
    for (const next of steps) {
      const take = await doStep(scene, next);
      if (take) taken[take.date] = (taken[take.date] ?? 0) + take.slots;
      await checkAvailability(scene, initial, taken);
    }
  });

test('after any orders, races, changes, expiries and takes the availability adds up, and no order is half created', async () => {
  await fc.assert(theLaw(updateAvailability), { numRuns: 40 });
});

const broken: readonly [title: string, update: UpdateAvailability][] = [
  ['nothing is occupied', () => undefined],
  [
    'nothing is released',
    (order, change, now) => change === 'occupy' && updateAvailability(order, change, now),
  ],
  [
    'it is released twice',
    (order, change, now) => {
      updateAvailability(order, change, now);
      if (change === 'release') updateAvailability(order, change, now);
    },
  ],
  [
    'stock is left out',
    (order, change, now) => updateAvailability({ ...order, products: [] }, change, now),
  ],
  [
    'one ticket is left out',
    (order, change, now) =>
      updateAvailability({ ...order, tickets: order.tickets.slice(1) }, change, now),
  ],
];

for (const [title, update] of broken) {
  test(`control: the law of availability is broken when ${title}`, async () => {
    const { failed } = await fc.check(theLaw(update), { numRuns: 40, endOnFailure: true, seed: 1 });

    assert.ok(failed);
  });
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

function cents(values: readonly string[]): number {
  return sum(values.map((value) => Math.round(Number(value) * 100)));
}
