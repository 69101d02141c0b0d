import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { hintField, orderRequestOf, seatsOf } from '../../src/domain/details.ts';
import { aQuotedLine, aQuotedOrder, aQuotedPrice } from '../support/builders.ts';

const titles = ['Adult', 'Child', 'Student', 'Senior'];
const line = fc
  .subarray(titles, { minLength: 1 })
  .chain((kept) =>
    fc.tuple(
      fc.constant(kept),
      fc.array(fc.integer({ min: 1, max: 6 }), { minLength: kept.length, maxLength: kept.length }),
    ),
  );

const orderOf = (lines: [string[], number[]][]) =>
  aQuotedOrder({
    lines: lines.map(([kept, amounts], index) =>
      aQuotedLine({
        date_id: `date-${index}`,
        prices: kept.map((title, at) =>
          aQuotedPrice({ price_id: titles.indexOf(title) + 1, title, amount: amounts[at] ?? 1 }),
        ),
      }),
    ),
  });
const order = fc.array(line, { minLength: 1, maxLength: 3 }).map(orderOf);

test('counts the participants of each price from one', () => {
  const seats = seatsOf(
    orderOf([
      [
        ['Adult', 'Child'],
        [2, 1],
      ],
    ]),
  );

  assert.deepEqual(
    seats.map(({ title, number }) => `${title} ${number}`),
    ['Adult 1', 'Adult 2', 'Child 1'],
  );
});

test('has one seat per participant, and a field of its own for each', () => {
  fc.assert(
    fc.property(order, (each) => {
      const seats = seatsOf(each);
      const amounts = each.lines.flatMap(({ prices }) => prices.map(({ amount }) => amount));
      const fields = seats.flatMap((seat) => [seat.field, hintField(seat)]);

      assert.equal(
        seats.length,
        amounts.reduce((sum, amount) => sum + amount, 0),
      );
      assert.equal(new Set(fields).size, fields.length);
    }),
  );
});

test('orders as many participants per line and price as were quoted', () => {
  fc.assert(
    fc.property(order, (each) => {
      const { lines } = orderRequestOf(each, new Map(), 'en');

      const ordered = lines.map(({ date_id, participants }) => [
        date_id,
        participants.map(({ price_id }) => price_id),
      ]);
      const quoted = each.lines.map(({ date_id, prices }) => [
        date_id,
        prices.flatMap(({ price_id, amount }) => Array<number>(amount).fill(price_id)),
      ]);
      assert.deepEqual(ordered, quoted);
    }),
  );
});

test('a field keeps its name on another date with other price ids, so what was typed stays', () => {
  const weekday = aQuotedOrder({ lines: [aQuotedLine({ prices: [aQuotedPrice({ amount: 2 })] })] });
  const weekend = aQuotedOrder({
    lines: [
      aQuotedLine({
        date_id: 'saturday',
        event_id: 'kayak-weekend',
        prices: [aQuotedPrice({ price_id: 11, value: 4500, amount: 2 })],
      }),
    ],
  });
  const [, second] = seatsOf(weekday);
  const typed = new Map([[second?.field ?? '', 'Jonas']]);

  assert.deepEqual(
    seatsOf(weekend).map(({ field }) => field),
    seatsOf(weekday).map(({ field }) => field),
  );
  assert.deepEqual(orderRequestOf(weekend, typed, 'en').lines, [
    { date_id: 'saturday', participants: [{ price_id: 11 }, { price_id: 11, name: 'Jonas' }] },
  ]);
});

test("each seat asks its own line's question", () => {
  const lines = ['', 'How tall are you?'].map((participant_hint, index) =>
    aQuotedLine({ date_id: `date-${index}`, participant_hint }),
  );

  assert.deepEqual(
    seatsOf(aQuotedOrder({ lines })).map(({ hint }) => hint),
    ['', 'How tall are you?'],
  );
});

test('two prices of one title have a field for each participant', () => {
  const prices = [aQuotedPrice({ price_id: 1, amount: 2 }), aQuotedPrice({ price_id: 2 })];
  const seats = seatsOf(aQuotedOrder({ lines: [aQuotedLine({ prices })] }));

  assert.equal(new Set(seats.map(({ field }) => field)).size, 3);
  assert.deepEqual(
    seats.map(({ priceId, number }) => [priceId, number]),
    [
      [1, 1],
      [1, 2],
      [2, 3],
    ],
  );
});
