import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { test, type TestContext } from 'vitest';
import type { QuotedOrder } from '#contract/quote.schema';
import { newKey } from '../../src/visit/key.ts';
import { createOtherTabs, type ShownOrder } from '../../src/visit/other-tabs.ts';
import { aQuotedLine, aQuotedOrder, aQuotedPrice } from '../support/builders.ts';
import { openOrigin } from './origin.ts';

const adult = aQuotedPrice({ amount: 2 });
const child = aQuotedPrice({ price_id: 2, title: 'Child' });
const order = aQuotedOrder({ lines: [aQuotedLine({ prices: [adult, child] })] });
const key = newKey();
const placed: ShownOrder = { order, key, state: 'placed', code: 'SPREE-7' };
const again = {
  order: aQuotedOrder({ lines: [aQuotedLine({ prices: [child, adult] })] }),
  key: newKey(),
};

/** Tabs of one origin. No wait ends by itself. */
function openTabs(t: TestContext) {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { open, delivered } = openOrigin(t);
  return {
    channel: open,
    tab(...shown: ShownOrder[]) {
      const tab = createOtherTabs(open, () => shown);
      tab.listen();
      return tab;
    },
    /** Every message is delivered, and every wait over. */
    async pass() {
      await delivered();
      mock.timers.tick(90);
    },
  };
}

test('another tab that shows an order of the same choice says so, however it was chosen', async (t) => {
  const { tab } = openTabs(t);
  tab(placed);

  assert.deepEqual(await tab().find(again), {
    state: 'placed',
    code: 'SPREE-7',
    isSameOrder: false,
  });
});

const others: [title: string, order: QuotedOrder][] = [
  ['other amounts', aQuotedOrder({ lines: [aQuotedLine({ prices: [adult] })] })],
  [
    'another date',
    aQuotedOrder({ lines: [aQuotedLine({ date_id: 'x', prices: [adult, child] })] }),
  ],
  [
    'a product more',
    {
      ...order,
      products: [
        { product_id: 'a', name: 'A', amount: 1, price: 1, total: 1, shipping_address: false },
      ],
    },
  ],
];
for (const [title, other] of others) {
  test(`${title} are another choice`, async (t) => {
    const { tab, pass } = openTabs(t);
    tab(placed);

    const found = tab().find({ order: other, key: newKey() });
    await pass();

    assert.equal(await found, undefined);
  });
}

test('a tab that shows no order, or does not respond, delays no other tab', async (t) => {
  const { tab, channel, pass } = openTabs(t);
  tab();
  channel();

  const found = tab(placed).find({ order, key: newKey() });
  await pass();

  assert.equal(await found, undefined);
});

test('a duplicated tab recognises its own order by the quote', async (t) => {
  const { tab } = openTabs(t);
  tab(placed);

  assert.equal((await tab().find({ order, key }))?.isSameOrder, true);
});

test('of two tabs that ask at the same time one goes on, and the other is told', async (t) => {
  const { tab, pass } = openTabs(t);
  const one = tab({ order, key, state: 'checking', code: '' });
  const other = tab({ ...again, state: 'checking', code: '' });

  const found = [one.find({ order, key }), other.find(again)];
  await pass();
  await pass();

  const states = (await Promise.all(found)).map((each) => each?.state ?? 'none');
  assert.deepEqual(states.sort(), ['checking', 'none']);
});

test('foreign messages are ignored', async (t) => {
  const { tab, channel, pass } = openTabs(t);
  const stranger = channel();
  const found = tab(placed).find({ order, key: newKey() });

  for (const message of [null, 7, 'text', {}, { state: 'placed' }, { choice: 7 }]) {
    stranger.postMessage(message);
  }
  await pass();

  assert.equal(await found, undefined);
});

test('without a channel there are no other tabs', async () => {
  for (const open of [() => undefined, () => assert.fail('SecurityError')]) {
    const tab = createOtherTabs(open, () => [placed]);

    assert.equal(await tab.find({ order, key }), undefined);
  }
});

test('a closed tab sends nothing any more', async (t) => {
  const { tab, pass } = openTabs(t);
  const left = tab(placed);
  left.close();

  const found = tab().find(again);
  await pass();

  assert.equal(await found, undefined);
});
