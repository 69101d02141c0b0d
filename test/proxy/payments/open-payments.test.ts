import assert from 'node:assert/strict';
import { test } from 'vitest';
import { MINUTE } from '#contract/milliseconds';
import { examineSite } from '../../../proxy/operations/doctor-site.ts';
import { createMetrics } from '../../../proxy/operations/metrics.ts';
import { createBank } from '../../support/bank/bank.ts';
import { cartOf, createWorldOfSite, newKey, requestFor } from '../../support/world.ts';
import { payFor } from './payment-story.ts';

test('doctor and metrics tell what is held, and what is left to the operator to refund', async () => {
  const payments = createBank();
  const settings = { payments: { orders: 'required', refunds: 'manual' } };
  const world = createWorldOfSite(settings, { notifies: true, payments: payments.provider });
  const quoted = await world.quoteOne(cartOf(await world.choose(), [2]));
  const key = newKey();
  await payFor(world, payments, quoted, key);
  await world.place(requestFor(quoted), key);
  const { config, store, clock, monotonic, sandbox: fetch } = world;
  const [site] = config.sites;
  assert.ok(site);
  const metrics = createMetrics({ config, store, clock, isReady: () => true });
  const openOf = async () =>
    (await metrics.write())
      .split('\n')
      .flatMap(
        (line) => /^booking_payments_open\{.*state="(.*)"\} ([1-9])/.exec(line)?.slice(1) ?? [],
      );
  const linesOfDoctor = async () => {
    const said: string[] = [];
    const options = { config, store, clock, monotonic, fetch, site };
    await examineSite(options, (level, text) => said.push(`${level} ${text}`));
    return said.filter((line) => line.includes(' payments: '));
  };
  assert.deepEqual(await openOf(), ['held', '1']);
  assert.deepEqual(await linesOfDoctor(), ['ok payments: 1 held, 0 saved, 0 being refunded']);

  const [order] = await world.books();
  for (const act of [() => {}, () => world.change(order?.id ?? '', 'cancel'), () => {}]) {
    await act();
    world.advance(5 * MINUTE);
    for (let times = 0; times < 2; times += 1) await world.runJobs();
  }
  assert.deepEqual(await openOf(), ['by_hand', '1']);
  const [counts, warning] = await linesOfDoctor();
  assert.equal(counts, 'ok payments: 0 held, 0 saved, 0 being refunded');
  assert.match(warning ?? '', /^warn payments: 1 left to you to refund; give them back/);
});
