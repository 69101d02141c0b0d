import assert from 'node:assert/strict';
import { test } from 'vitest';
import { SECOND } from '#contract/milliseconds';
import type { Fetch } from '../../../proxy/ports.ts';
import { createRewindingStore } from '../../support/rewinding-store.ts';
import { cartOf, createWorld, newKey, requestFor, type World } from '../../support/world.ts';

/** A create that the platform has received, and has not answered. */
interface Create {
  answer(code: string, status: number): void;
  cut(): void;
  /** The platform takes the order. The answer is lost where the connection was cut before. */
  land(): Promise<void>;
}

/** Two proxies on one store and one platform, which answers no create by itself. */
function openShop() {
  const store = createRewindingStore();
  const creates: Create[] = [];
  let isSent = () => {};
  let platform: Fetch | undefined;
  const between = (sandbox: Fetch): Fetch => {
    platform ??= async (request) => {
      if (request.method !== 'POST' || !request.url.endsWith('/orders')) return sandbox(request);
      return new Promise((respond, reject) => {
        creates.push({
          answer(code, status) {
            respond(Response.json({ code, message: 'no', user_message: 'No.' }, { status }));
          },
          cut: () => reject(new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })),
          land: async () => respond(await sandbox(request)),
        });
        isSent();
      });
    };
    return platform;
  };
  const [one, other] = [createWorld({ store, between }), createWorld({ store, between })];
  const key = newKey();

  async function runJobs(): Promise<void> {
    for (const world of [one, other]) {
      world.advance(2 * SECOND);
      await world.runJobs();
    }
  }

  return {
    one,
    other,
    key,
    creates,
    runJobs,
    /** Orders with a new quote under the same key, and waits until the create is sent. */
    async order(world: World) {
      const request = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));
      const sent = new Promise<void>((resolve) => (isSent = resolve));
      const response = world.place(request, key);
      await sent;
      return { request, response };
    },
    /** The store goes back to what it is now, and both proxies notice. */
    rememberNow() {
      const snapshot = store.snapshot();
      return async () => {
        await store.rewind(snapshot);
        await runJobs();
      };
    },
  };
}

test('a refusal of an attempt that the store has forgotten says nothing of the one that is made again', async () => {
  const { one, other, creates, order, ...shop } = openShop();
  await shop.runJobs();
  const goBack = shop.rememberNow();
  const first = await order(one);
  await goBack();
  const again = await order(other);

  creates[0]?.answer('42201', 422);

  assert.equal((await first.response).body.state, 'checking');
  await creates[1]?.land();
  assert.equal((await again.response).body.state, 'placed');
  assert.ok(!other.lines.some((line) => line.includes('placed-after-refused')));
});

test('an attempt that the store has forgotten may still land, so that nothing is sent a third time', async () => {
  const { one, other, key, creates, order, ...shop } = openShop();
  await shop.runJobs();
  const goBack = shop.rememberNow();
  const first = await order(one);
  await goBack();
  const again = await order(other);

  creates[0]?.cut();
  assert.equal((await first.response).body.state, 'checking');
  creates[1]?.answer('42901', 429);

  assert.equal((await again.response).body.state, 'checking');
  assert.equal((await other.place(again.request, key)).body.state, 'checking');
  await creates[0]?.land();
  await shop.runJobs();
  assert.equal((await other.find(key)).body.state, 'placed');
  assert.deepEqual([creates.length, (await one.books()).length], [2, 1]);
});

test('an attempt that the store has forgotten takes nothing from an order that was placed since', async () => {
  const { one, other, key, creates, order, ...shop } = openShop();
  await shop.runJobs();
  const goBack = shop.rememberNow();
  // Its number is higher than that of the attempt which follows.
  const refused = await order(one);
  creates[0]?.answer('42901', 429);
  assert.equal((await refused.response).status, 503);
  const late = await order(one);
  await goBack();
  const placed = await order(other);
  await creates[2]?.land();
  assert.equal((await placed.response).body.state, 'placed');

  creates[1]?.answer('42201', 422);

  assert.equal((await late.response).body.state, 'placed');
  assert.equal((await other.find(key)).body.state, 'placed');
});
