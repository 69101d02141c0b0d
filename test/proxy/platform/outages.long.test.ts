import assert from 'node:assert/strict';
import { test, type TestContext } from 'vitest';
import { DAY, HOUR } from '#contract/milliseconds';
import type { FaultsInput } from '../../../demo/sandbox/faults/fault.ts';
import { operationNames } from '../../../demo/sandbox/faults/operations.ts';
import { toInstant } from '../../../proxy/clock.ts';
import {
  LONGEST_RETRY_AFTER,
  LONGEST_TOKEN_RETRY,
  TOKEN_GIVEN_UP_EVERY,
} from '../../../proxy/time-limits.ts';
import { useVirtualTime, type VirtualTime } from '../../support/virtual-time.ts';
import { cartOf, createWorld, newKey, requestFor, type World } from '../../support/world.ts';

// An hour of each outage, with visitors who ask all the while. Guards platform/breaker.ts,
// platform/resilience.ts, and what client.ts and tokens.ts do while the platform fails.

const MOST_CALLS = 600;
const MOST_RECOVERY = 15_000;
const BUSY_MINUTES = 3 * 60_000;

type FaultInput = FaultsInput['faults'][number];

/** All operations except token requests. */
const allButTokens = operationNames.filter((name) => name !== 'obtainToken');

/** With the longest pause in milliseconds before the proxy's next call. */
const outages: [what: string, fault: FaultInput, longestPause?: number][] = [
  ['401 for every call', { kind: 'token-ended', operations: [...allButTokens] as never }],
  ['401 for token requests too', { kind: 'token-ended' }, LONGEST_TOKEN_RETRY],
  ['429', { kind: 'too-many' }],
  ['429 with a Retry-After of 20 seconds', { kind: 'too-many', retry_after: 20 }, 20_000],
  [
    '429 with a Retry-After of a day',
    { kind: 'too-many', retry_after: 86_400 },
    LONGEST_RETRY_AFTER,
  ],
  ['503', { kind: 'error-before', status: 503 }],
  ['500', { kind: 'error-before', status: 500 }],
  ['connections that are cut', { kind: 'cut-before' }],
  ['maintenance pages', { kind: 'html' }],
  ['slow bytes', { kind: 'drip' }],
  ['silence', { kind: 'silence' }],
];

interface Scene {
  readonly world: World;
  readonly time: VirtualTime;
  readonly counted: { calls: number; last: number };
}

async function openScene(t: TestContext): Promise<Scene> {
  const counted = { calls: 0, last: 0 };
  let now: () => number = () => 0;
  const world = createWorld({
    between: (platform) => (request) => {
      counted.calls += 1;
      counted.last = now();
      return platform(request);
    },
  });
  now = world.clock;
  const time = useVirtualTime(world.advance);
  t.onTestFinished(time.end);
  return { world, time, counted };
}

async function setFaults({ sandbox }: World, faults: readonly FaultInput[]): Promise<void> {
  const response = await sandbox(
    new Request('https://platform.example/sandbox/faults', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ faults }),
    }),
  );
  assert.equal(response.status, 200);
}

/** A customer with an unclear order, and other visitors. */
async function openShop(scene: Scene) {
  const { world } = scene;
  const choice = await world.choose();
  const quoted = await world.quoteOne(cartOf(choice, [2]));
  const unclear = newKey();
  await setFaults(world, [{ kind: 'late-landing', seconds: 2 * 3_600, count: 1 }]);
  await world.place(requestFor(quoted), unclear);
  let turn = 0;

  /** The requests of two seconds, each time for another month and event. */
  function visit(): void {
    turn += 1;
    const start = world.clock() + (turn % 11) * 30 * DAY;
    const range = `start_date=${toInstant(start)}&end_date=${toInstant(start + 25 * DAY)}`;
    const responses = [
      world.get('/v3/events'),
      world.get('/v3/products'),
      world.get('/site'),
      world.get(`/v3/vendors/${choice.event.vendor_id}`),
      world.get(`/v3/events/${choice.event.id}/dates?${range}`),
      world.find(unclear),
    ];
    if (turn % 4 === 0) responses.push(world.quote(cartOf(choice, [2])));
    if (turn % 20 === 0) responses.push(world.place(requestFor(quoted), newKey()));
    void Promise.all(responses);
  }

  /** Places an order, and reads something that is not cached. */
  async function isWell(): Promise<boolean> {
    const quote = await world.quote(cartOf(choice, [1]));
    const [order] = quote.body.orders ?? [];
    if (!order) return false;
    const [{ status }, intent] = [await world.place(requestFor(order), newKey()), 0];
    return status === 201 && intent === 0;
  }

  return { visit, isWell };
}

/** Visitors ask all the time for the first minutes and the last, and less often in between. */
async function passVisited({ time }: Scene, milliseconds: number, visit: () => void) {
  for (let passed = 0, pause = 0; passed < milliseconds; passed += pause) {
    const isMiddle = passed >= BUSY_MINUTES && passed < milliseconds - BUSY_MINUTES;
    pause = isMiddle ? 30_000 : 2_000;
    visit();
    await time.pass(pause);
  }
}

/** Milliseconds until an order is placed. */
async function recover({ time, world }: Scene, shop: Awaited<ReturnType<typeof openShop>>) {
  const since = world.clock();
  async function passSecond(): Promise<void> {
    assert.ok(world.clock() - since < HOUR, 'the proxy never recovers');
    await time.pass(1_000);
  }
  for (;;) {
    let well: boolean | undefined;
    void shop.isWell().then((result) => (well = result));
    shop.visit();
    await time.quiesce();
    while (well === undefined) await passSecond();
    if (well) return world.clock() - since;
    await passSecond();
  }
}

for (const [what, fault, longestPause = 0] of outages) {
  test(`an hour of ${what} costs at most ${MOST_CALLS} calls, and is over soon after`, async (t) => {
    const scene = await openScene(t);
    const { world, counted } = scene;
    const shop = await openShop(scene);
    await setFaults(world, [fault]);
    counted.calls = 0;

    await passVisited(scene, HOUR, shop.visit);

    const { calls, last } = counted;

    assert.ok(calls <= MOST_CALLS, `${calls} calls`);
    assert.ok(calls >= 4, `${calls} calls`);
    await setFaults(world, []);
    const allowedFrom = Math.max(world.clock(), last + longestPause);
    const recoveredAt = world.clock() + (await recover(scene, shop));
    assert.ok(recoveredAt - allowedFrom <= MOST_RECOVERY, `${recoveredAt - allowedFrom} ms`);
  });
}

test('a token that ended early is replaced within 15 s of the next refresh that is allowed', async (t) => {
  const dead = new Set<string | null>();
  let last: string | null = null;
  const world = createWorld({
    between: (platform) => async (request) => {
      const token = request.headers.get('Authorization');
      if (token !== null) last = token;
      return dead.has(token)
        ? Response.json({ code: '40101' }, { status: 401 })
        : platform(request);
    },
  });
  const time = useVirtualTime(world.advance);
  t.onTestFinished(time.end);
  const scene = { world, time, counted: { calls: 0, last: 0 } };
  const shop = await openShop(scene);
  const setRule = () =>
    world.sandbox(
      new Request('https://platform.example/sandbox/tokens', {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ rule: 'replace' }),
      }),
    );
  assert.equal((await setRule()).status, 200);

  dead.add(last);
  const refreshedAt = world.clock();
  assert.ok((await recover(scene, shop)) <= MOST_RECOVERY);
  dead.add(last);
  await passVisited(scene, 300_000, shop.visit);
  const recoveredAt = world.clock() + (await recover(scene, shop));

  const allowedFrom = refreshedAt + TOKEN_GIVEN_UP_EVERY;
  assert.ok(recoveredAt >= allowedFrom, 'it was not to be had before');
  assert.ok(recoveredAt - allowedFrom <= MOST_RECOVERY, `${recoveredAt - allowedFrom} ms`);
});
