import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { afterAll, beforeAll, test } from 'vitest';
import { HOUR } from '#contract/milliseconds';
import type { PaymentMethod } from '../../src/domain/payment-method.ts';
import type { Send } from '../client/proxied-client.ts';
import { createBank } from '../support/bank/bank.ts';
import { aProblem } from '../support/builders.ts';
import { createWorld, createWorldOfSite, type World, type WorldOptions } from '../support/world.ts';
import { openOrigin } from './origin.ts';
import { attemptFor, checkOutTwo, statesOf } from './several-orders.ts';
import {
  at,
  attemptAt,
  checkOut,
  codeOf,
  createStorage,
  isOrder,
  reload,
  typeDetails,
} from './visit.ts';

/* The page's `window`, which a customer leaves who pays elsewhere; Node has none. */
beforeAll(() => {
  const addEventListener = () => {};
  Object.assign(globalThis, { addEventListener, removeEventListener: addEventListener });
});
afterAll(() => {
  for (const name of ['addEventListener', 'removeEventListener']) {
    Reflect.deleteProperty(globalThis, name);
  }
});

/**
 * A shop that has every order paid, and what its page and its proxy are asked: `authorise 7800`,
 * `order`. Customers confirm.
 */
function createShop(
  options: WorldOptions = {},
  create: (options: WorldOptions) => World = createWorld,
) {
  const bank = createBank();
  const steps: string[] = [];
  const method: PaymentMethod = {
    mount: () => {},
    async authorise({ total }, { client_secret }) {
      steps.push(`authorise ${total}`);
      await bank.confirm(client_secret);
      return { authorised: true };
    },
  };
  const between =
    (proxy: Send): Send =>
    (request) => {
      if (isOrder(request)) steps.push('order');
      return proxy(request);
    };
  return { world: create({ payments: bank.provider, ...options }), between, bank, steps, method };
}

/** Shows the payment fields to a customer. */
async function showFields(
  { host, flow }: Pick<Awaited<ReturnType<typeof checkOut>>, 'host' | 'flow'>,
  method: PaymentMethod,
): Promise<void> {
  host.shownPayment = method;
  await host.until(() => flow.data.site !== undefined);
}

async function goToPayment(shop = createShop(), options: Parameters<typeof checkOut>[0] = {}) {
  const me = await checkOut({ world: shop.world, between: shop.between, ...options });
  await showFields(me, shop.method);
  return me;
}

/** Refuses the first order without having sent it. */
const busyOnce = (proxy: Send): Send => {
  let orders = 0;
  return (request) => {
    if (!isOrder(request)) return proxy(request);
    orders += 1;
    if (orders > 1) return proxy(request);
    return Promise.resolve(Response.json(aProblem('platform-busy'), { status: 503 }));
  };
};

test('every order of a cart is authorised before the first is sent', async () => {
  const shop = createShop();
  const me = await checkOutTwo(shop);
  await showFields(me, shop.method);
  const totals = at(me.flow.step, 'checkout').attempts.map(({ order }) => order.total);

  await me.visit.order();

  assert.deepEqual(shop.steps, [...totals.map((total) => `authorise ${total}`), 'order', 'order']);
  assert.deepEqual(statesOf(at(me.flow.step, 'result')), ['placed', 'placed']);
  assert.equal(shop.bank.ids().length, 2);
});

test('no order of a cart is sent when one of them is not authorised, which stands with that order', async () => {
  const shop = createShop();
  const me = await checkOutTwo(shop);
  const reason = 'That is over your limit.';
  const refusing: PaymentMethod = {
    ...shop.method,
    authorise: (order, payment) =>
      order.vendor_id === me.other.event.vendor_id
        ? Promise.resolve({ refused: reason })
        : shop.method.authorise(order, payment),
  };
  await showFields(me, refusing);

  await me.visit.order();

  const step = at(me.flow.step, 'checkout');
  assert.deepEqual(attemptFor(step, me.other).failure, { kind: 'payment', reason });
  assert.deepEqual([attemptFor(step, me.one).isPaid, step.busy], [true, null]);
  assert.ok(!shop.steps.includes('order'));
});

test('a payment that the operator’s check refuses is told in his words, in the page’s language', async () => {
  const asked: string[] = [];
  let isSolved = false;
  const shop = createShop({
    checkOrder: async ({ step, lang }) => {
      asked.push(`${step} ${lang}`);
      return isSolved ? undefined : { detail: 'Please press here first.' };
    },
  });
  const me = await goToPayment(shop);
  me.host.language = 'de';

  await me.visit.order();
  const { failure } = attemptAt(me.flow.step, 'checkout');
  assert.ok(failure?.kind === 'problem', failure?.kind);
  assert.deepEqual(
    [failure.problem.code, failure.problem.detail],
    ['order-check-failed', 'Please press here first.'],
  );
  assert.deepEqual([shop.steps, shop.bank.ids()], [[], []]);

  isSolved = true;
  await me.visit.order();
  assert.equal(attemptAt(me.flow.step, 'result').state, 'placed');
  assert.deepEqual(asked, ['payment de', 'payment de', 'order de']);
});

test('an order is sent again without another authorisation', async () => {
  const shop = createShop();
  const me = await goToPayment(shop, { between: (proxy) => shop.between(busyOnce(proxy)) });
  const { total } = attemptAt(me.flow.step, 'checkout').order;

  await me.visit.order();
  assert.equal(attemptAt(me.flow.step, 'checkout').isPaid, true);
  await me.visit.order();

  assert.equal(attemptAt(me.flow.step, 'result').state, 'placed');
  assert.deepEqual(shop.steps, [`authorise ${total}`, 'order', 'order']);
});

test('what was confirmed without the page having heard of it is not asked for again', async () => {
  const shop = createShop();
  const me = await goToPayment(shop);
  const { total } = attemptAt(me.flow.step, 'checkout').order;
  me.host.shownPayment = {
    ...shop.method,
    authorise: async (...values) => {
      await shop.method.authorise(...values);
      throw new TypeError('network error');
    },
  };

  await me.visit.order();
  assert.deepEqual(shop.steps, [`authorise ${total}`]);
  await me.visit.order();

  assert.equal(attemptAt(me.flow.step, 'result').state, 'placed');
  assert.deepEqual(shop.steps, [`authorise ${total}`, 'order']);
});

test('what was confirmed before a reload is not asked for again', async () => {
  const storage = createStorage();
  const shop = createShop();
  const before = await goToPayment(shop, { storage });
  const confirmed = new Promise<void>((resolve) => {
    before.host.shownPayment = {
      ...shop.method,
      authorise: async (...values) => {
        await shop.method.authorise(...values);
        resolve();
        return new Promise(() => {});
      },
    };
  });
  void before.visit.order();
  await confirmed;

  const me = reload(before, storage);
  await me.host.until(() => attemptAt(me.flow.step, 'checkout').isPaid === true);
  await showFields(me, shop.method);
  typeDetails(me);
  await me.visit.order();

  assert.equal(attemptAt(me.flow.step, 'result').state, 'placed');
  assert.deepEqual(shop.steps.slice(1), ['order']);
  assert.equal(shop.bank.ids().length, 1);
});

for (const [what, given, sent, code] of [
  ['refuses', { refused: 'Declined.' }, [], 'payment'],
  ['neither authorises nor refuses', { authorization: 'misspelt' }, [], 'unexpected'],
  ['only claims to have authorised', { authorised: true }, ['order'], 'payment-required'],
] as const) {
  test(`nothing is ordered where the page ${what}`, async () => {
    const shop = createShop();
    const me = await goToPayment(shop);
    me.host.shownPayment = { ...shop.method, authorise: async () => given as { authorised: true } };

    await me.visit.order();

    const { failure, isPaid } = attemptAt(me.flow.step, 'checkout');
    assert.deepEqual([codeOf(failure), isPaid, shop.steps], [code, undefined, sent]);
    assert.deepEqual(await shop.world.books(), []);
  });
}

test('nothing is sent while the proxy cannot have the payment made', async () => {
  const shop = createShop();
  shop.bank.faults.nextCreate = () => 'is down';
  const { flow, visit } = await goToPayment(shop);

  await visit.order();

  assert.equal(codeOf(attemptAt(flow.step, 'checkout').failure), 'payment-unavailable');
  assert.deepEqual(shop.steps, []);
});

test('a page that shows no fields is asked for nothing, and the proxy refuses the unpaid order', async () => {
  const shop = createShop();
  const me = await goToPayment(shop);
  delete me.host.shownPayment;

  await me.visit.order();

  assert.equal(codeOf(attemptAt(me.flow.step, 'checkout').failure), 'payment-required');
  assert.deepEqual(shop.steps, ['order']);
});

const ofVendorsUnpaid = (vendors: string[]) => (options: WorldOptions) =>
  createWorldOfSite(
    {
      payments: {
        orders: 'required',
        vendors: Object.fromEntries(vendors.map((id) => [id, 'none'])),
      },
    },
    options,
  );

test('nothing is to be paid for what is free, nor to a vendor that is not paid on the site', async () => {
  const { event } = await createWorld().choose();
  const free = createShop({ scenario: 'unusual' });
  const unpaid = createShop({}, ofVendorsUnpaid([event.vendor_id]));
  const isFree = ({ group }: { group: { prices: { value: number }[] } }) =>
    group.prices.every(({ value }) => value === 0);

  for (const me of [await goToPayment(free, { fits: isFree }), await goToPayment(unpaid)]) {
    await me.visit.order();
    assert.equal(attemptAt(me.flow.step, 'result').state, 'placed');
  }
  for (const { steps, bank } of [free, unpaid]) {
    assert.deepEqual([steps, bank.ids()], [['order'], []]);
  }
});

test('a customer who chooses again after confirming pays the new order alone', async () => {
  const shop = createShop();
  const { flow, visit } = await goToPayment(shop, {
    between: (proxy) => shop.between(busyOnce(proxy)),
  });
  const { total } = attemptAt(flow.step, 'checkout').order;
  await visit.order();

  await visit.changeChoice();
  await visit.quote();
  await visit.order();
  shop.world.advance(HOUR + 300_000);
  await shop.world.runJobs();

  const { bank, world, steps } = shop;
  assert.deepEqual(steps, [`authorise ${total}`, 'order', `authorise ${total}`, 'order']);
  assert.deepEqual(bank.ids().map(bank.became), [['void'], ['capture']]);
  assert.equal((await world.books()).length, 1);
});

test('a customer is asked about another tab’s order before anything is paid for the same', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { open: openChannel, order } = openOrigin(t);
  const shop = createShop();
  const first = await goToPayment(shop, { openChannel });
  const second = await goToPayment(shop, { openChannel });
  await order(first);
  const told = shop.steps.length;

  await order(second);

  assert.equal(codeOf(attemptAt(second.flow.step, 'checkout').failure), 'elsewhere');
  assert.deepEqual([shop.steps.length, shop.bank.ids().length], [told, 1]);
});
