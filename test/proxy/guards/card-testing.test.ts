import assert from 'node:assert/strict';
import { test } from 'vitest';
import { loadChanged } from '../changed-copy.ts';
import { testCards } from './card-testing.ts';

const TIMES = 40;

test('whoever tries out stolen cards gets no payment past the operator’s check', async () => {
  assert.deepEqual(await testCards(TIMES), { given: 0, made: 0 });
});

test('control: without the check before a payment, he gets all of them', async () => {
  const withoutCheck = {
    file: 'proxy/payments/checkout-payments.ts',
    line: "    await passOrderCheck({ ...origin, step: 'payment', id, lang }, intent);\n",
    instead: '',
  };
  const loaded = await loadChanged<{ readonly testCards: typeof testCards }>(withoutCheck, [
    'test/proxy/guards/card-testing.ts',
    'test/support/bank',
  ]);

  const { given, made } = await loaded.testCards(TIMES).finally(loaded.close);

  assert.deepEqual([given, made], [TIMES, TIMES]);
});
