import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createSandbox } from '../../../demo/sandbox/sandbox.ts';
import { openSandbox, orderFor, requestToken } from '../support.ts';
import type { WireOrder } from '../wire.ts';

test('GET /sandbox/clock shows the clock that was passed in', async () => {
  const { clock, get } = await openSandbox();
  clock.now += 1000;

  assert.deepEqual((await get('/sandbox/clock')).body, {
    now: '2026-11-21T09:00:01Z',
    offset_seconds: 0,
  });
});

test('POST /sandbox/clock sets the clock, which then goes on by itself', async () => {
  const { clock, get, post } = await openSandbox();

  await post('/sandbox/clock', { now: '2026-12-24T18:00:00Z' });
  clock.now += 5000;

  const { body } = await get<{ now: string }>('/sandbox/clock');
  assert.equal(body.now, '2026-12-24T18:00:05Z');
});

test('POST /sandbox/clock advances by seconds, and what is due meanwhile happens at its own time', async () => {
  const sandbox = await openSandbox();
  const expire_date = '2026-11-21T09:20:00Z';
  const body = await orderFor(sandbox, 'Kayak on the Spree', { status: 'RESERVED', expire_date });
  const { body: order } = await sandbox.order(body);

  await sandbox.post('/sandbox/clock', { advance: 3600 });

  const [expired] = await sandbox.list<WireOrder>('/sandbox/orders');
  assert.equal(expired?.id, order.id);
  assert.deepEqual([expired?.status, expired?.cancellation_date], ['CANCELED', expire_date]);
});

test('POST /sandbox/clock lets tokens end', async () => {
  const { fetch, token, post } = await openSandbox();
  const read = () =>
    fetch(
      new Request('http://sandbox/v3/vendors', { headers: { Authorization: `Bearer ${token}` } }),
    );
  assert.equal((await read()).status, 200);

  await post('/sandbox/clock', { advance: 3600 });

  assert.equal((await read()).status, 401);
  assert.equal((await requestToken(fetch)).status, 200);
});

test('POST /sandbox/clock refuses a text that is not a timestamp', async () => {
  const { post } = await openSandbox();

  for (const body of [{}, { now: 'noon' }, { advance: -1 }, { now: '2026-11-21', advance: 1 }]) {
    assert.equal((await post('/sandbox/clock', body)).status, 400, JSON.stringify(body));
  }
});

test('POST /sandbox/reset restarts a scenario, at the clock that was passed in', async () => {
  const sandbox = await openSandbox();
  const before = await sandbox.dates();
  await sandbox.order(await orderFor(sandbox, 'Kayak on the Spree'));
  await sandbox.post('/sandbox/clock', { advance: 86_400 });
  await sandbox.post('/sandbox/faults', {
    faults: [{ kind: 'error-before', operations: ['listDates'] }],
  });

  const { body } = await sandbox.post('/sandbox/reset', { scenario: 'calm' });

  assert.deepEqual(body, { scenario: 'calm', now: '2026-11-21T09:00:00Z', offset_seconds: 0 });
  assert.deepEqual(await sandbox.list('/sandbox/orders'), []);
  assert.deepEqual(await sandbox.dates(), before);
  assert.equal((await sandbox.post('/sandbox/reset', { scenario: 'storm' })).status, 400);
});

test('GET /sandbox/world says which scenario it is, who sells in it, and what', async () => {
  const { get } = await openSandbox();

  const { body } = await get<{
    scenario: string;
    vendors: { id: string; name: string }[];
    events: { title: string; root_event_id: string; vendor_id: string }[];
  }>('/sandbox/world');

  assert.equal(body.scenario, 'calm');
  const berlin = body.vendors.find(({ name }) => name === 'Kiez & Kanal');
  const kayak = body.events.filter(({ title }) => title === 'Kayak on the Spree');
  assert.deepEqual(new Set(kayak.map(({ vendor_id }) => vendor_id)), new Set([berlin?.id]));
  assert.equal(kayak.filter(({ root_event_id }) => root_event_id === '').length, 1);
});

test('code that shares the clock sees it move, and is called after a reset', async () => {
  const scenarios: string[] = [];
  const start = Date.parse('2026-11-21T09:00:00Z');
  const sandbox = createSandbox({
    clock: () => start,
    onReset: (scenario) => scenarios.push(scenario),
  });
  const post = (path: string, input: object) =>
    sandbox(
      new Request(`https://sandbox.example/sandbox${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(input),
      }),
    );

  await post('/clock', { advance: 3600 });
  assert.equal(sandbox.clock.now(), start + 3_600_000);
  await post('/reset', { scenario: 'busy' });

  assert.equal(sandbox.clock.now(), start);
  assert.deepEqual(scenarios, ['busy']);
});
