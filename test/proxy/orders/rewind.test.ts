import assert from 'node:assert/strict';
import { test } from 'vitest';
import { MINUTE, SECOND } from '#contract/milliseconds';
import type { Problem } from '#contract/problem.schema';
import { recordRestored } from '../../../proxy/operations/restored.ts';
import type { Fetch } from '../../../proxy/ports.ts';
import { HISTORY_KEY } from '../../../proxy/store/history-row.ts';
import type { Store } from '../../../proxy/store/store.ts';
import { HISTORY_EVERY } from '../../../proxy/time-limits.ts';
import { createRewindingStore, type RewindingStore } from '../../support/rewinding-store.ts';
import { cartOf, createWorld, newKey, requestFor } from '../../support/world.ts';

const SEND_TIME = 30 * SECOND;
const SETTLE_TIME = 15 * MINUTE;

/** What has become of the create when the store goes back. */
const fates = ['in flight', 'landed, and not in the lists yet', 'landed'] as const;

/** Two proxies on one store and one platform, whose first create has a fate. */
function createShop(fate: (typeof fates)[number], store: RewindingStore, used: Store = store) {
  let isListed = fate === 'landed';
  let land = () => {};
  let cut = () => {};
  const landing = new Promise<void>((resolve, reject) => {
    land = resolve;
    cut = () => reject(new TypeError('fetch failed'));
  });
  let creates = 0;
  let isSent = () => {};
  const sent = new Promise<void>((resolve) => (isSent = resolve));
  let platform: Fetch | undefined;

  const between = (sandbox: Fetch): Fetch => {
    platform ??= async (request) => {
      if (new URL(request.url).pathname !== '/v3/orders') return sandbox(request);
      if (request.method === 'GET') {
        return isListed ? sandbox(request) : Response.json([], { headers: dateOf(one.clock()) });
      }
      creates += 1;
      if (creates > 1) return sandbox(request);
      if (fate === 'in flight') {
        isSent();
        await landing;
      }
      const response = await sandbox(request);
      isSent();
      // The customer's connection is lost with the proxy's answer.
      await landing;
      return response;
    };
    return platform;
  };
  const one = createWorld({ store: used, between });
  const other = createWorld({ store: used, between });
  const advance = (milliseconds: number) => {
    for (const world of [one, other]) world.advance(milliseconds);
  };

  return {
    one,
    other,
    advance,
    creates: () => creates,
    /** Runs the background jobs of both proxies, as they do every two seconds. */
    async runJobs() {
      await one.runJobs();
      await other.runJobs();
    },
    sent,
    /** The create lands, and is listed. */
    land() {
      isListed = true;
      land();
    },
    /** The connection of the create is cut. */
    cut: () => cut(),
  };
}

const dateOf = (now: number) => ({ Date: new Date(now).toUTCString() });

/** Who repeats the order: the proxy that sent it, one beside it, or one that starts after. */
const repeaters = ['the same proxy', 'another proxy', 'a proxy that has just started'] as const;

interface Case {
  readonly lost: number;
  readonly fate: (typeof fates)[number];
  readonly repeater: (typeof repeaters)[number];
}

const cases: Case[] = [SECOND, MINUTE, 10 * MINUTE].flatMap((lost) =>
  fates.flatMap((fate) => repeaters.map((repeater) => ({ lost, fate, repeater }))),
);

/** Orders, loses what was written since before the order, and orders again under the same key. */
async function tell({ lost, fate, repeater }: Case, used?: (store: RewindingStore) => Store) {
  const store = createRewindingStore();
  const shop = createShop(fate, store, used?.(store));
  const { one, other } = shop;
  await shop.runJobs();
  const snapshot = store.snapshot();
  await shop.runJobs();
  // After the snapshot: a proxy that starts later has only the quote to know it from.
  const request = requestFor(await one.quoteOne(cartOf(await one.choose(), [2])));
  const key = newKey();
  shop.advance(lost - SECOND / 2);
  const first = one.place(request, key);
  await shop.sent;
  shop.advance(SECOND / 2);
  await store.rewind(snapshot);
  if (repeater === 'a proxy that has just started') other.restart();
  const world = repeater === 'the same proxy' ? one : other;

  const again = await world.place(request, key);
  return { ...shop, request, key, first, again, world };
}

for (const case_ of cases) {
  const { lost, fate, repeater } = case_;
  test(`a store that loses ${lost / SECOND} s doubles no order that is ${fate}, at ${repeater}`, async () => {
    const shop = await tell(case_);
    const { world, request, key, again } = shop;

    // Its create may be under way, so it is not said that nothing was sent.
    assert.equal(again.body.state, fate === 'landed' ? 'placed' : 'checking');
    assert.equal(shop.creates(), 1);

    shop.advance(SETTLE_TIME);
    if (fate === 'in flight') assert.equal((await world.place(request, key)).status, 202);
    shop.land();
    await shop.first;
    shop.advance(SEND_TIME + 2 * SECOND);
    const settled = await world.place(request, key);

    assert.equal(settled.body.state, 'placed');
    assert.equal(shop.creates(), 1);
    assert.equal((await shop.one.books()).length, 1);
    assert.ok(
      [shop.one, shop.other].some(({ lines }) =>
        lines.some((line) => line.includes('"reason":"store-went-back"')),
      ),
    );
  });
}

/** Goes back without showing it: versions go on, and so does the row of the history. */
function hidingRewinds(store: RewindingStore): Store {
  let ahead = 0;
  let row: { value: string; version: number } | undefined;
  return {
    ...store,
    get: async (key) => (key === HISTORY_KEY ? row : store.get(key)),
    async put(key, value, expectedVersion) {
      ahead += 1_000_000;
      if (key !== HISTORY_KEY) {
        const version = await store.put(key, value, expectedVersion);
        return version === undefined ? undefined : version + ahead;
      }
      if (expectedVersion !== (row?.version ?? 0)) return undefined;
      row = { value, version: ahead };
      return ahead;
    },
  };
}

test('the control, a store that shows no rewind by its versions, doubles an order', async () => {
  for (const fate of ['in flight', 'landed, and not in the lists yet'] as const) {
    const shop = await tell({ lost: MINUTE, fate, repeater: 'another proxy' }, hidingRewinds);
    shop.land();
    await shop.first;

    assert.equal((await shop.one.books()).length, 2);
  }
});

for (const isRepeated of [true, false]) {
  const by = isRepeated ? 'and another has taken a copy' : 'alone';
  test(`the sender knows its order though its store has gone back, ${by}`, async () => {
    const shop = await tell({ lost: MINUTE, fate: 'in flight', repeater: 'another proxy' });
    if (!isRepeated) {
      const [row] = await shop.one.store.list('intent/');
      assert.ok(row);
      await shop.one.store.delete(row.key, row.version);
    }
    shop.land();

    const placed = await shop.first;

    assert.deepEqual([placed.status, placed.body.state], [201, 'placed']);
    for (const world of [shop.one, shop.other]) {
      const found = await world.find(shop.key);
      assert.equal(found.body.order?.code, placed.body.order?.code);
      const { body } = await world.get<typeof found.body>('/checkout/intent', {
        'Booking-View-Key': found.body.view_key ?? '',
      });
      assert.equal(body.order?.code, placed.body.order?.code);
    }
  });

  test(`an unclear order whose store has gone back is being checked, and not unsent, ${by}`, async () => {
    const shop = await tell({ lost: MINUTE, fate: 'in flight', repeater: 'another proxy' });
    if (!isRepeated) {
      const [row] = await shop.one.store.list('intent/');
      assert.ok(row);
      await shop.one.store.delete(row.key, row.version);
    }
    shop.cut();

    const unclear = await shop.first;

    assert.deepEqual([unclear.status, unclear.body.state], [202, 'checking']);
    await shop.runJobs();
    // Nobody asks, and it is settled nevertheless.
    shop.advance(2 * (SETTLE_TIME + SEND_TIME));
    await shop.runJobs();
    assert.match((await shop.one.store.list('intent/'))[0]?.value ?? '', /"state":"absent"/);
  });
}

test('an order whose sender ends after its store has gone back is settled though nobody asks', async () => {
  const shop = await tell({ lost: MINUTE, fate: 'in flight', repeater: 'another proxy' });
  shop.cut();
  assert.equal((await shop.first).status, 202);

  shop.one.restart();
  shop.advance(2 * (SETTLE_TIME + SEND_TIME));
  await shop.other.runJobs();

  assert.match((await shop.other.store.list('intent/'))[0]?.value ?? '', /"state":"absent"/);
});

test('a sender that finds its intent lost says so, although versions have gone on', async () => {
  const case_ = { lost: SECOND, fate: 'in flight', repeater: 'another proxy' } as const;
  const shop = await tell(case_, hidingRewinds);
  assert.ok(!shop.one.lines.some((line) => line.includes('store-went-back')));
  const [row] = await shop.one.store.list('intent/');
  await shop.one.store.delete(row?.key ?? '', row?.version ?? 0);
  shop.land();
  await shop.first;

  assert.ok(shop.one.lines.some((line) => line.includes('"reason":"store-went-back"')));
});

test('a store that goes back while the order is checked, or while it is recorded, lets nothing be sent', async () => {
  for (const [moment, ...expected] of [
    // The intent is lost too, so that nothing can be recorded.
    ['/v3/dates', 500, 'internal-error'],
    ['"state":"sending"', 202, undefined],
  ] as const) {
    const store = createRewindingStore();
    let rewind: (() => Promise<void>) | undefined;
    const { put } = store;
    store.put = async (key, value, version) => {
      const written = await put(key, value, version);
      if (value.includes(moment)) await rewind?.();
      return written;
    };
    const world = createWorld({
      store,
      between: (platform) => async (request) => {
        if (request.url.includes(moment)) await rewind?.();
        return platform(request);
      },
    });
    await world.runJobs();
    const request = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));
    const snapshot = store.snapshot();
    await world.runJobs();
    rewind = async () => {
      rewind = undefined;
      await store.rewind(snapshot);
    };

    const { status, body } = await world.place<Problem>(request, newKey());

    assert.deepEqual([status, body.code, world.orderCalls()], [...expected, 0]);
    // A quote that is made two seconds later is of the new history.
    await world.runJobs();
    const next = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));
    assert.equal((await world.place(next, newKey())).status, 201);
  }
});

test('a store that has lost a later attempt calls no order absent before that one has settled', async () => {
  const store = createRewindingStore();
  const lost: (() => Promise<Response>)[] = [];
  const world = createWorld({
    store,
    between: (platform) => async (request) => {
      if (request.method !== 'POST' || !request.url.endsWith('/orders')) return platform(request);
      const copy = request.clone();
      lost.push(() => platform(copy));
      throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
    },
  });
  await world.runJobs();
  const request = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));
  const key = newKey();
  await world.place(request, key);
  assert.equal((await world.find(key)).body.state, 'checking');
  const snapshot = store.snapshot();
  world.advance(SETTLE_TIME + SEND_TIME - MINUTE);
  await world.runJobs();

  await store.rewind(snapshot);
  await world.runJobs();
  world.advance(MINUTE + 2 * SECOND);
  assert.equal((await world.find(key)).body.state, 'checking');
  await lost[0]?.();
  world.advance(SETTLE_TIME + SEND_TIME);

  assert.equal((await world.find(key)).body.state, 'placed');
});

test('an order that is sent again after the store has gone back settles from then on, for all proxies', async () => {
  const store = createRewindingStore();
  const lost: (() => Promise<Response>)[] = [];
  let platform: Fetch | undefined;
  const between = (sandbox: Fetch): Fetch => {
    platform ??= async (request) => {
      if (request.method !== 'POST' || !request.url.endsWith('/orders')) return sandbox(request);
      const copy = request.clone();
      lost.push(() => sandbox(copy));
      throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
    };
    return platform;
  };
  const [one, other] = [createWorld({ store, between }), createWorld({ store, between })];
  const advance = (milliseconds: number) => {
    for (const world of [one, other]) world.advance(milliseconds);
  };
  const order = async (key: string) => {
    const quote = await one.quoteOne(cartOf(await one.choose(), [2]));
    return (await one.place(requestFor(quote), key)).body.state;
  };
  const stateLater = async (milliseconds: number, key: string) => {
    advance(milliseconds);
    return (await other.find(key)).body.state;
  };
  for (const world of [one, other]) await world.runJobs();
  const snapshot = store.snapshot();
  const key = newKey();
  assert.equal(await order(key), 'checking');
  assert.equal(await stateLater(2 * MINUTE, key), 'checking');
  await store.rewind(snapshot);
  advance(2 * SECOND);
  for (const world of [one, other]) await world.runJobs();
  advance(10 * MINUTE);
  assert.equal(await order(key), 'checking');

  assert.equal(await stateLater(SETTLE_TIME + SEND_TIME - 9 * MINUTE, key), 'checking');
  await lost[1]?.();
  assert.equal(await stateLater(10 * MINUTE, key), 'placed');
});

test('a copy of an order is being checked where the store has forgotten that it was sent, and the refusal before', async () => {
  const store = createRewindingStore();
  let answer: (request: Request, sandbox: Fetch) => Promise<Response> = (request, sandbox) =>
    sandbox(request);
  let platform: Fetch | undefined;
  const between = (sandbox: Fetch): Fetch => {
    platform ??= (request) => answer(request, sandbox);
    return platform;
  };
  /** Resolves once such a call to the platform is made, to what lets it go on. */
  const held = (call: string) =>
    new Promise<() => void>((resolve) => {
      answer = async (request, sandbox) => {
        if (`${request.method} ${new URL(request.url).pathname}` === call) {
          await new Promise<void>((goOn) => resolve(goOn));
        }
        return sandbox(request);
      };
    });
  const [one, other] = [createWorld({ store, between }), createWorld({ store, between })];
  for (const world of [one, other]) await world.runJobs();
  const request = requestFor(await one.quoteOne(cartOf(await one.choose(), [2])));
  const key = newKey();
  let snapshot = store.snapshot();
  answer = async () => {
    snapshot = store.snapshot();
    throw new TypeError('fetch failed');
  };
  assert.equal((await one.place(request, key)).status, 503);

  const isChecked = held('GET /v3/orders');
  const copy = other.place(request, key);
  const goOn = await isChecked;
  const isSent = held('POST /v3/orders');
  const first = one.place(request, key);
  const land = await isSent;
  await store.rewind(snapshot);
  for (const world of [one, other]) {
    world.advance(2 * SECOND);
    await world.runJobs();
  }
  goOn();

  assert.deepEqual([(await copy).status, (await copy).body.state], [202, 'checking']);
  land();
  assert.equal((await first).body.state, 'placed');
});

test('a proxy that slept for six minutes, or has had nothing to do for a day, takes open checkouts', async () => {
  const world = createWorld();
  const request = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));
  world.advance(6 * MINUTE);

  assert.equal((await world.place(request, newKey())).status, 201);

  world.advance(24 * 60 * MINUTE);
  const next = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));
  assert.equal((await world.place(next, newKey())).status, 201);
});

test('a wall clock that jumps by an hour neither opens nor closes a gap', async () => {
  const world = createWorld();
  const request = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));
  world.jump('wall', -60 * MINUTE);
  assert.equal((await world.place(request, newKey())).status, 201);

  await recordRestored(world.store, world.clock());
  const again = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));
  await recordRestored(world.store, world.clock());
  await world.runJobs();
  world.jump('wall', 20 * MINUTE);
  assert.equal((await world.place(again, newKey())).body.state, 'checking');
});

test('after an intended restore, orders of open checkouts are looked up, and new ones are sent', async () => {
  const world = createWorld();
  const request = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));
  const key = newKey();
  await recordRestored(world.store, world.clock());

  assert.equal((await world.place(request, key)).body.state, 'checking');
  const next = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));
  assert.equal((await world.place(next, newKey())).status, 201);
  world.advance(SETTLE_TIME + SEND_TIME + SECOND);

  assert.equal((await world.place(request, key)).body.state, 'absent');
  assert.equal((await world.books()).length, 1);
  assert.ok(world.lines.some((line) => line.includes('"reason":"store-restored"')));
});

for (const isAsked of [true, false]) {
  const who = isAsked ? 'the customer who asks is told' : 'nobody asks, and it is kept';
  test(`an order that a backup has as not sent is found after the restore: ${who}`, async () => {
    const store = createRewindingStore();
    let isDown = false;
    const world = createWorld({
      store,
      between: (platform) => async (request) =>
        isDown ? new Response('down', { status: 500 }) : platform(request),
    });
    const request = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));
    const key = newKey();
    isDown = true;
    assert.equal((await world.place(request, key)).status, 503);
    const snapshot = store.snapshot();
    isDown = false;
    const placed = await world.place(request, key);
    assert.equal(placed.status, 201);
    world.advance(8 * 60 * MINUTE);

    await store.rewind(snapshot);
    await recordRestored(store, world.clock());
    world.restart();
    for (let minute = 0; minute < 30 && !isAsked; minute += 5) {
      world.advance(5 * MINUTE);
      await world.runJobs();
    }
    await world.runJobs(isAsked ? HISTORY_EVERY : undefined);

    const row = (await store.list('intent/'))[0]?.value ?? '';
    assert.match(row, isAsked ? /"state":"new"/ : /"state":"placed"/);
    const told = (await world.find(key)).body;
    assert.deepEqual([told.state, told.order?.code], ['placed', placed.body.order?.code]);
  });
}
