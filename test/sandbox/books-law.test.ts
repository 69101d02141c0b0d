import fc from 'fast-check';
import assert from 'node:assert/strict';
import test from 'node:test';
import { countOrder } from '../../demo/sandbox/orders/count-order.ts';
import type { Ledger } from '../../demo/sandbox/orders/ledger.ts';
import type { OrderStep, Scene, Step } from './books-steps.ts';
import { bodyOf, DATES, step } from './books-steps.ts';
import { openSandbox } from './support.ts';
import type { WireOrder } from './wire.ts';

type Count = Ledger['count'];

/** What is left, read from the platform. */
interface Left {
  readonly places: readonly number[];
  readonly prints: number;
  readonly voucher: number;
}

interface BookedOrder extends WireOrder {
  readonly redeemed_vouchers: readonly { readonly redeemed_value: string }[];
}

/** Few dates, little stock and one voucher, so that all of it runs out often. */
async function openScene(count: Count): Promise<Scene> {
  const sandbox = await openSandbox({ count });
  const dates = await sandbox.datesOf('The Wall by bike', {
    order: 'available_slots',
    start_date: '2026-11-24T00:00:00Z',
  });
  const { body: paper } = await sandbox.get<{ vouchers: { id: string }[] }>('/sandbox/paper');
  return {
    sandbox,
    dateIds: Array.from({ length: DATES }, (_, index) => dates[index * 12]?.id ?? assert.fail()),
    printId: (await sandbox.product('Print')).id,
    voucherId: paper.vouchers[0]?.id ?? assert.fail(),
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
  const { body } = await sandbox.get<{ vouchers: { id: string; left: string }[] }>(
    '/sandbox/paper',
  );
  const voucher = Number(body.vouchers.find(({ id }) => id === voucherId)?.left);
  assert.ok(voucher >= 0, 'a voucher is never overdrawn');
  return { places, prints, voucher };
}

/** Does one step. Answers what was taken in passing by somebody who has no order. */
async function doStep(
  scene: Scene,
  next: Step,
): Promise<{ date: number; slots: number } | undefined> {
  const { sandbox, dateIds } = scene;
  if (next.kind === 'order') {
    const left = await readLeft(scene);
    const { status } = await sandbox.order(await bodyOf(scene, next.order));
    assert.equal(status, fits(left, next.order) ? 201 : 400, 'taken if it fits, refused if not');
  } else if (next.kind === 'race') {
    const bodies = await Promise.all(next.orders.map((order) => bodyOf(scene, order)));
    const before = await booked(scene);
    const answers = await Promise.all(bodies.map((body) => sandbox.order(body)));
    const taken = answers.filter(({ status }) => status === 201).length;
    assert.equal((await booked(scene)).length, before.length + taken, 'no order is half taken');
  } else if (next.kind === 'move') {
    const orders = await booked(scene);
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
  const wanted = left.places.map((_, date) =>
    sum(tickets.filter((ticket) => ticket.date === date).map(({ participants }) => participants)),
  );
  return (
    mistake === undefined &&
    wanted.every((places, date) => places <= (left.places[date] ?? 0)) &&
    sum(prints) <= left.prints &&
    !(paysWithVoucher && left.voucher === 0)
  );
}

function booked({ sandbox }: Scene): Promise<BookedOrder[]> {
  return sandbox.list<BookedOrder>('/sandbox/orders');
}

/**
 * Whatever happened, what is left is what there was less what is held, and every total is the sum
 * of its lines.
 */
async function checkBooks(scene: Scene, opened: Left, taken: readonly number[]): Promise<void> {
  const left = await readLeft(scene);
  const orders = await booked(scene);
  const held = orders.filter(({ status }) => status !== 'CANCELED' && status !== 'DECLINED');
  const places = scene.dateIds.map((id, date) => {
    const tickets = held.flatMap((order) => order.tickets).filter(({ date_id }) => date_id === id);
    const participants = sum(tickets.map((ticket) => ticket.participants.length));
    return (opened.places[date] ?? 0) - (taken[date] ?? 0) - participants;
  });
  const prints = sum(held.flatMap(({ products }) => products.map(({ amount }) => amount)));
  const redeemed = held.flatMap((order) => order.redeemed_vouchers);
  const voucher = cents(redeemed.map(({ redeemed_value }) => redeemed_value));

  assert.deepEqual(left.places, places, 'places add up');
  assert.equal(left.prints, opened.prints - prints, 'stock adds up');
  assert.equal(Math.round(left.voucher * 100), Math.round(opened.voucher * 100) - voucher);
  for (const { tickets, products, total_invoice } of orders) {
    const values = tickets.flatMap(({ participants }) => participants.map((p) => p.price_value));
    const lines = products as unknown as { price: string; amount: number }[];
    const total = cents(values) + sum(lines.map(({ price, amount }) => cents([price]) * amount));
    assert.equal(cents([total_invoice]), total, 'a total is the sum of its lines');
  }
}

const theLaw = (count: Count) =>
  fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
    const scene = await openScene(count);
    const opened = await readLeft(scene);
    const taken = scene.dateIds.map(() => 0);
    for (const next of steps) {
      const take = await doStep(scene, next);
      if (take) taken[take.date] = (taken[take.date] ?? 0) + take.slots;
      await checkBooks(scene, opened, taken);
    }
  });

test('after any orders, races, moves, expiries and takes the books add up, and no order is half taken', async () => {
  await fc.assert(theLaw(countOrder), { numRuns: 40 });
});

const broken: readonly [title: string, count: Count][] = [
  ['nothing is counted', () => undefined],
  ['nothing is given back', (order, move, now) => move === 'take' && countOrder(order, move, now)],
  [
    'it is given back twice',
    (order, move, now) => {
      countOrder(order, move, now);
      if (move === 'give-back') countOrder(order, move, now);
    },
  ],
  ['stock is forgotten', (order, move, now) => countOrder({ ...order, products: [] }, move, now)],
  [
    'one ticket is forgotten',
    (order, move, now) => countOrder({ ...order, tickets: order.tickets.slice(1) }, move, now),
  ],
];

for (const [title, count] of broken) {
  test(`control: the law of the books is broken when ${title}`, async () => {
    const { failed } = await fc.check(theLaw(count), { numRuns: 40, endOnFailure: true, seed: 1 });

    assert.ok(failed);
  });
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

function cents(values: readonly string[]): number {
  return sum(values.map((value) => Math.round(Number(value) * 100)));
}
