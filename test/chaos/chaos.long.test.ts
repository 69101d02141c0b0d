import assert from 'node:assert/strict';
import { test } from 'vitest';
import { banks } from './bank.ts';
import { runChaos, TIMEOUT_SECONDS } from './chaos.ts';
import { describe } from './check.ts';
import { LATEST_LANDING } from './faults.ts';
import { settleSecondsOf } from './proxies.ts';
import { type Forward, listenRelay } from './relay.ts';

test('no fault delays an order beyond the settle time', () => {
  assert.ok(LATEST_LANDING < settleSecondsOf(TIMEOUT_SECONDS));
});

test('of 40 orders none is lost, doubled, mis-told or stuck while proxies are killed', async () => {
  const { report, customers, figures } = await runChaos({
    orders: 40,
    atOnce: 40,
    seed: 'one order each',
  });

  assert.deepEqual(report.findings, [], describe(report));
  assert.equal(customers.length, 40);
  assert.ok((figures.strikes['kill'] ?? 0) > 0 && figures.doubled > 0);
  // The number of refusals depends on the timing of the kills, so only one placed order is
  // required.
  assert.ok(customers.some(({ now: [intent] }) => intent?.state === 'placed'));
});

for (const paidAt of banks) {
  test(`of 30 orders that are paid at ${paidAt} none stands unpaid, or is paid twice`, async () => {
    const { report, customers } = await runChaos({
      orders: 30,
      atOnce: 30,
      seed: 'paid once each',
      paidAt,
    });

    assert.deepEqual(report.findings, [], describe(report));
    const ends = customers.map(({ price, now: [intent] }) => `${price?.total} ${intent?.state}`);
    assert.ok(
      ends.some((end) => /^\d+ placed$/.test(end)),
      ends.join(', '),
    );
  });
}

/** Applies to the creates in turn each wrong behaviour that the checker has to detect. */
function createWrongs() {
  let creates = 0;

  return async (request: Request, forward: Forward): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname !== '/v3/orders') return forward(request);
    // Lists show no orders, so an order without a clear response counts as absent.
    if (request.method === 'GET') return empty(await forward(request));
    creates += 1;
    switch (creates % 4) {
      case 1:
        await forward(request.clone());
        return forward(request);
      case 2:
        await forward(request);
        return new Response('', { status: 502 });
      case 3:
        return inventOrder((await request.json()) as object);
      default:
        return forward(request);
    }
  };
}

function empty({ headers }: Response): Response {
  return new Response('[]', { headers });
}

function inventOrder(order: object): Response {
  return Response.json({ ...order, id: crypto.randomUUID(), code: 'NONE' }, { status: 201 });
}

test('control: the checker catches a platform call that is repeated, hidden or made up', async () => {
  const wrong = createWrongs();
  const { report } = await runChaos({
    orders: 24,
    atOnce: 24,
    seed: 'control',
    isCalm: true,
    between: (platformUrl) => listenRelay(platformUrl, wrong),
  });

  const { doubled, lost, 'mis-told': misTold } = report.counts;
  assert.ok(doubled > 0 && lost > 0 && misTold > 0, describe(report));
});
