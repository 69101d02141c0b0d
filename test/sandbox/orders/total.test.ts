import fc from 'fast-check';
import assert from 'node:assert/strict';
import test from 'node:test';
import { find, openSandbox, orderFor } from '../support.ts';

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
