import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { participantsOf } from '../../../src/visit/form/participants.ts';
import { arbitraryOrder } from '../../domain/arbitraries.ts';
import { aQuotedLine, aQuotedOrder, aQuotedPrice } from '../../support/builders.ts';

test('counts the participants of each price from one', () => {
  const prices = [
    aQuotedPrice({ amount: 2 }),
    aQuotedPrice({ price_id: 2, title: 'Child', amount: 1 }),
  ];
  const participants = participantsOf(aQuotedOrder({ lines: [aQuotedLine({ prices })] }));

  assert.deepEqual(
    participants.map(({ title, number }) => `${title} ${number}`),
    ['Adult 1', 'Adult 2', 'Child 1'],
  );
});

test('counts on where two prices have one title', () => {
  const prices = [aQuotedPrice({ price_id: 1, amount: 2 }), aQuotedPrice({ price_id: 2 })];
  const participants = participantsOf(aQuotedOrder({ lines: [aQuotedLine({ prices })] }));

  assert.deepEqual(
    participants.map(({ priceId, number, index }) => [priceId, number, index]),
    [
      [1, 1, 0],
      [1, 2, 1],
      [2, 3, 2],
    ],
  );
});

test('names as many participants per line and price as were quoted', () => {
  fc.assert(
    fc.property(arbitraryOrder, (order) => {
      const participants = participantsOf(order);

      const quoted = order.lines.map(({ prices }) =>
        prices.flatMap(({ price_id, amount }) => Array<number>(amount).fill(price_id)),
      );
      assert.deepEqual(
        order.lines.map((_, line) =>
          participants.filter((each) => each.line === line).map(({ priceId }) => priceId),
        ),
        quoted,
      );
    }),
  );
});
