import assert from 'node:assert/strict';
import { test } from 'vitest';
import { examineOrder } from '../../../proxy/operations/doctor-order.ts';
import { problemAdvice } from '../../../proxy/operations/problem-advice.ts';
import { cartOf, createWorld, newKey, requestFor, type World } from '../../support/world.ts';
import { createFaulty, cutBefore, placeOne } from '../orders/faulty.ts';

/** The doctor's lines about an order. */
async function consult(world: World, wanted: string): Promise<string[]> {
  const said: string[] = [];
  const { config, store, clock, monotonic, sandbox: fetch } = world;
  await examineOrder(wanted, { config, store, clock, monotonic, fetch }, (level, text) =>
    said.push(`${level} ${text}`),
  );
  return said;
}

test('reports a placed order by code, id or reference, from journal and platform', async () => {
  const world = createWorld();
  const request = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));
  await world.place(request, newKey());
  const [booked] = await world.books();
  assert.ok(booked);
  const { id, code, external_reference } = booked;

  const said = await consult(world, code);

  assert.deepEqual(said, [
    'ok order: placed; the platform has it',
    `ok reference: ${external_reference}, attempts: 1`,
    'ok times: opened 2026-11-21T09:00:00Z, sent 2026-11-21T09:00:00Z, ended 2026-11-21T09:00:00Z',
    `ok platform's order: ${code} (${id}), ACCEPTED`,
    'ok status: ACCEPTED, tickets: 1, participants: 2, checked in: 0, not paid; read 2026-11-21T09:00:00Z',
    `ok platform: ${code} (${id}), ACCEPTED`,
  ]);
  assert.deepEqual(await consult(world, id), said);
  assert.deepEqual(await consult(world, external_reference), said);
  assert.ok(said.every((line) => !line.includes('Ida') && !line.includes('example.com')));
});

test('reports when the platform is asked again about an order without a clear response', async () => {
  const world = createFaulty(cutBefore);
  const { key } = await placeOne(world);
  await world.find(key);
  const [row] = await world.store.list('reference/');
  const reference = row?.key.split('/')[1] ?? '';

  const said = await consult(world, reference);

  assert.match(said[0] ?? '', /^warn order: unknown; it was sent/);
  assert.ok(said.includes('ok look-ups: 1, the next one at 2026-11-21T09:00:01Z'));
  assert.ok(said.includes('ok platform: no order has this reference'));
});

test('says what to do about the problem that an order was refused with', async () => {
  const world = createFaulty(async () =>
    Response.json({ message: 'No', code: '1' }, { status: 400 }),
  );
  const { key } = await placeOne(world);
  await world.find(key);
  const [row] = await world.store.list('reference/');

  const said = await consult(world, row?.key.split('/')[1] ?? '');

  assert.ok(said.includes(`ok problem: order-refused; ${problemAdvice['order-refused']}`));
});

test('says so when the journal does not know the order', async () => {
  const said = await consult(createWorld(), 'NOBODY');
  assert.match(said.join(), /^fail order: the journal knows no NOBODY/);
});
