import assert from 'node:assert/strict';
import { test } from 'vitest';
import { HOUR, MINUTE } from '#contract/milliseconds';
import { recordRestored } from '../../../proxy/operations/restored.ts';
import type { Store } from '../../../proxy/store/store.ts';
import { createBank } from '../../support/bank/bank.ts';
import {
  createRewindingStore,
  type RewindingStore,
  type Snapshot,
} from '../../support/rewinding-store.ts';
import { cartOf, newKey, requestFor, type World } from '../../support/world.ts';
import { createFaulty, cutBefore, type Fault } from '../orders/faulty.ts';
import { payFor } from './payment-story.ts';

// A backup is taken while a customer pays, and is put back hours after the order was placed.

/** How orders are paid, and what has to become of the money. */
const ways = {
  'a booking': { kind: 'BOOKING', env: {}, became: ['capture'] },
  'a booking that is charged first': {
    kind: 'BOOKING',
    env: { PAYMENT_CHARGE: 'first' },
    became: ['capture'],
  },
  'a request whose money is held': { kind: 'REQUEST', env: {}, became: [] },
  'a request whose card is saved': {
    kind: 'REQUEST',
    env: { PAYMENT_REQUESTS: 'save' },
    became: [],
  },
} as const;
type Way = keyof typeof ways;

/** When the backup is taken: the last that was written before it, by a part of the row. */
const moments = {
  'the customer is at the card fields': '"state":"made"',
  'the payment is verified': /"state":"(authorised|captured)"/,
} as const;

const passOn: Fault = (request, platform) => platform(request);

/** Takes the backup with the first write of an intent that fits. */
function backedUp(store: RewindingStore, moment: string | RegExp) {
  let snapshot: Snapshot | undefined;
  const watched: Store = {
    ...store,
    get: (key) => store.get(key),
    list: (prefix, page) => store.list(prefix, page),
    async put(key, value, version) {
      const written = await store.put(key, value, version);
      const isMoment = key.startsWith('intent/') && value.search(moment) >= 0;
      if (isMoment) snapshot ??= store.snapshot();
      return written;
    },
  };
  return { store: watched, goBack: () => store.rewind(snapshot ?? 0) };
}

async function openShop(way: Way, moment: string | RegExp, create: Fault = passOn) {
  const { kind, env } = ways[way];
  const payments = createBank();
  const { store, goBack } = backedUp(createRewindingStore(), moment);
  const world = createFaulty(create, { store, env: { ...env }, payments: payments.provider });
  const choice = await world.choose(({ event }) => event.type === kind);
  // So that the token that the order is sent with is good for longer than the payment takes.
  world.advance(55 * MINUTE);
  const quote = await world.quoteOne(cartOf(choice, [2]));
  const key = newKey();
  return {
    world,
    payments,
    choice,
    key,
    pay: () => payFor(world, payments, quote, key),
    place: () => world.place(requestFor(quote), key),
    /** As the README says it. */
    async restore() {
      await goBack();
      await recordRestored(store, world.clock());
      world.lines.splice(0);
      world.restart();
    },
  };
}

async function pass(world: World, milliseconds: number): Promise<void> {
  for (let time = 0; time < milliseconds; time += 5 * MINUTE) {
    world.advance(5 * MINUTE);
    await world.runJobs();
  }
}

const reasonsIn = ({ lines }: Pick<World, 'lines'>) =>
  lines.flatMap((line) => /"reason":"((?:placed|payment)-[^"]+)"/.exec(line)?.[1] ?? []);

for (const way of Object.keys(ways) as Way[]) {
  for (const [when, moment] of Object.entries(moments)) {
    test(`the money of ${way} stays with its order after a backup from when ${when}`, async () => {
      const { world, payments, key, pay, place, restore } = await openShop(way, moment);
      await pay();
      assert.equal((await place()).status, 201);
      await pass(world, 8 * HOUR);
      const became = payments.became('payment-1');
      assert.deepEqual(became, ways[way].became);

      await restore();
      await pass(world, 3 * HOUR);

      assert.deepEqual(payments.became('payment-1'), became);
      const told = (await world.find(key)).body;
      const [order] = await world.books();
      assert.deepEqual([told.state, told.order?.code], ['placed', order?.code]);
      assert.deepEqual(reasonsIn(world), []);
    });
  }
}

test('what was paid and never ordered is released after a restore, once the platform was asked', async () => {
  const { world, payments, pay, restore } = await openShop('a booking', '"state":"made"');
  await pay();
  await restore();
  world.faults.find = cutBefore;
  await pass(world, 2 * HOUR);
  assert.deepEqual(payments.became('payment-1'), []);

  world.faults.find = passOn;
  await pass(world, 30 * MINUTE);

  assert.deepEqual(payments.became('payment-1'), ['void']);
});

test('no money is given back while the platform’s list proves nothing', async () => {
  const { world, payments, pay } = await openShop('a booking', '"state":"made"');
  await pay();
  world.faults.find = async () => Response.json([{ id: '1', external_reference: 'of another' }]);

  await pass(world, 3 * HOUR);

  assert.deepEqual(payments.became('payment-1'), []);
});

test('the money of a refused order is given back once the platform was asked, and not before', async () => {
  const shop = await openShop('a booking', 'never');
  const { world, payments, choice, key, pay, place } = shop;
  await pay();
  await world.take(choice.date.id, choice.date.available_slots);
  await place();
  assert.equal((await world.find(key)).body.state, 'refused');
  world.faults.find = cutBefore;
  await pass(world, 30 * MINUTE);
  assert.deepEqual(payments.became('payment-1'), []);

  world.faults.find = passOn;
  await pass(world, 10 * MINUTE);

  assert.deepEqual(payments.became('payment-1'), ['void']);
});

test('nothing is released while a forgotten order may still land', async () => {
  let land: (() => Promise<Response>) | undefined;
  const slow: Fault = async (request, platform) => {
    land = () => platform(request);
    throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
  };
  const shop = await openShop('a booking', '"state":"made"', slow);
  const { world, payments, key, pay, place, restore } = shop;
  await pay();
  world.advance(59 * MINUTE);
  assert.equal((await place()).body.state, 'checking');

  await restore();
  await pass(world, 5 * MINUTE);
  assert.equal((await land?.())?.status, 201);
  await pass(world, HOUR);

  assert.deepEqual(payments.became('payment-1'), ['capture']);
  assert.equal((await world.find(key)).body.state, 'placed');
});
