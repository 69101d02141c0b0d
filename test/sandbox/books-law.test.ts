import fc from 'fast-check';
import assert from 'node:assert/strict';
import test from 'node:test';
import type { OpenSandbox } from './support.ts';
import { find, openSandbox, orderFor } from './support.ts';
import type { WireOrder } from './wire.ts';

interface DateBooks {
  readonly id: string;
  readonly available_slots: number;
  readonly total_slots: number;
  readonly taken_slots: number;
}

/** Few dates and little stock, so that places and prints run out often. Numbers point into `dates` below. */
const step = fc.oneof(
  fc.record({
    kind: fc.constant('order' as const),
    tickets: fc.array(
      fc.record({ date: fc.nat(2), participants: fc.integer({ min: 1, max: 4 }) }),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
    prints: fc.array(fc.integer({ min: 1, max: 2 }), { maxLength: 2 }),
  }),
  fc.record({
    kind: fc.constant('take' as const),
    date: fc.nat(2),
    slots: fc.integer({ min: 1, max: 4 }),
  }),
);

test('after any orders and takes the books add up, and no order is half taken', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const sandbox = await openSandbox();
      const base = await orderFor(sandbox, 'The Wall by bike', toBordeaux);
      const { prices } = await sandbox.event('The Wall by bike');
      const dates = await scarceDates(sandbox);
      const print = await sandbox.product('Print');
      const left = new Map(dates.map((date) => [date.id, date.available_slots]));
      let printsLeft = print.available;
      let orders = 0;

      for (const { kind, ...what } of steps) {
        if ('slots' in what) {
          const { id } = dates[what.date] as DateBooks;
          const fits = what.slots <= (left.get(id) ?? 0);
          const { status } = await sandbox.take(id, what.slots);

          assert.equal(status, fits ? 200 : 409, kind);
          if (fits) left.set(id, (left.get(id) ?? 0) - what.slots);
        } else {
          const ordered = new Map<string, number>();
          for (const { date, participants } of what.tickets) {
            const { id } = dates[date] as DateBooks;
            ordered.set(id, (ordered.get(id) ?? 0) + participants);
          }
          const prints = what.prints.reduce((sum, amount) => sum + amount, 0);
          const fits =
            prints <= printsLeft &&
            [...ordered].every(([id, count]) => count <= (left.get(id) ?? 0));
          const { status } = await sandbox.order({
            ...base,
            tickets: what.tickets.map(({ date, participants }) => ({
              date_id: dates[date]?.id,
              participants: Array.from({ length: participants }, () => ({
                price_id: prices[0]?.id,
              })),
            })),
            products: what.prints.map((amount) => ({ product_id: print.id, amount })),
          });

          assert.equal(status, fits ? 201 : 400, kind);
          if (fits) {
            for (const [id, count] of ordered) left.set(id, (left.get(id) ?? 0) - count);
            printsLeft -= prints;
            orders += 1;
          }
        }
      }

      for (const before of dates) {
        const after = await readDate(sandbox, before.id);
        assert.equal(after.available_slots, left.get(before.id));
        assert.ok(after.available_slots >= 0);
        assert.equal(after.taken_slots + after.available_slots, after.total_slots);
      }
      assert.equal((await sandbox.product('Print')).available, printsLeft);
      assert.ok(printsLeft >= 0);
      assert.equal((await sandbox.list<WireOrder>('/sandbox/orders')).length, orders);
    }),
    { numRuns: 25 },
  );
});

test('the total of an order is the sum of its participants and products, whatever the mixture', async () => {
  const sandbox = await openSandbox();
  const event = await sandbox.event('Fado evening by candlelight');
  const port = await sandbox.product('A glass of tawny port');
  const dates = await sandbox.datesOf(event.title, { order: '-available_slots' });
  const date = find(dates, ({ available_slots }) => available_slots >= 20);
  const base = await orderFor(sandbox, event.title);

  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(2), { minLength: 1, maxLength: 4 }),
      fc.nat(3),
      async (chosen, glasses) => {
        const prices = [0, ...chosen].map((index) => event.prices[index]);
        const { body } = await sandbox.order({
          ...base,
          status: 'CANCELED',
          tickets: [
            { date_id: date.id, participants: prices.map((price) => ({ price_id: price?.id })) },
          ],
          products: glasses === 0 ? [] : [{ product_id: port.id, amount: glasses }],
        });

        const values = prices.map((price) => price?.value ?? 0);
        const total = values.reduce((sum, value) => sum + value, 0) + glasses * port.price;
        assert.equal(body.total_invoice, total.toFixed(2));
      },
    ),
    { numRuns: 60 },
  );
});

const toBordeaux = {
  shipping_name: 'Ada Moreau',
  shipping_street: 'Quai 1',
  shipping_zip: '33000',
  shipping_city: 'Bordeaux',
  shipping_country: 'FR',
};

async function scarceDates(sandbox: OpenSandbox): Promise<DateBooks[]> {
  const dates = await sandbox.datesOf('The Wall by bike', { order: 'available_slots' });
  return Promise.all(dates.slice(0, 3).map(({ id }) => readDate(sandbox, id)));
}

async function readDate(sandbox: OpenSandbox, id: string): Promise<DateBooks> {
  return (await sandbox.get<DateBooks>(`/sandbox/dates/${id}`)).body;
}
