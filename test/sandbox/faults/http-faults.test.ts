import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { FaultsInput } from '../../../demo/sandbox/faults/fault.ts';
import { ConnectionCut } from '../../../demo/sandbox/faults/http-faults.ts';
import { collectGarbage } from '../../support/collect-garbage.ts';
import { openSandbox, orderFor, requestToken } from '../support.ts';
import type { WireOrder, WireProblem } from '../wire.ts';

type FaultInput = FaultsInput['faults'][number];

const KAYAK = 'Kayak on the Spree';

/** A sandbox with faults, a valid order, and requests that return the response as it is. */
async function openFaulty(faults: FaultInput[], seed = 'seed') {
  const waited: number[] = [];
  const sandbox = await openSandbox({
    wait: (milliseconds) => {
      waited.push(milliseconds);
      return Promise.resolve();
    },
  });
  const body = await orderFor(sandbox, KAYAK, { external_reference: 'ref' });
  const { token } = sandbox;
  const request = (path: string, init?: RequestInit) =>
    sandbox.fetch(new Request(`http://sandbox${path}`, init));
  const set = (next: FaultInput[]) =>
    request('/sandbox/faults', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ seed, faults: next }),
    });
  assert.equal((await set(faults)).status, 200);
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  return {
    ...sandbox,
    set,
    waited,
    read: (path: string, signal?: AbortSignal) =>
      request(path, { headers, ...(signal && { signal }) }),
    place: () => request('/v3/orders', { method: 'POST', headers, body: JSON.stringify(body) }),
    storedOrders: async () => (await (await request('/sandbox/orders')).json()) as WireOrder[],
    status: async () =>
      ((await (await request('/sandbox/faults')).json()) as { faults: { struck: number }[] })
        .faults,
    advance: (seconds: number) =>
      request('/sandbox/clock', {
        method: 'POST',
        headers,
        body: JSON.stringify({ advance: seconds }),
      }),
  };
}

test('faults: latency delays a response, and changes nothing else', async () => {
  const { place, waited } = await openFaulty([{ kind: 'latency', milliseconds: 2500 }]);

  assert.equal((await place()).status, 201);
  assert.deepEqual(waited, [2500]);
});

test('faults: what strikes before creates no order, what strikes after leaves one', async () => {
  const cases: [FaultInput, number | 'cut', number][] = [
    [{ kind: 'cut-before' }, 'cut', 0],
    [{ kind: 'error-before' }, 503, 0],
    [{ kind: 'error-before', status: 500 }, 500, 0],
    [{ kind: 'too-many' }, 429, 0],
    [{ kind: 'token-ended' }, 401, 0],
    [{ kind: 'html', status: 502 }, 502, 0],
    [{ kind: 'cut-after' }, 'cut', 1],
    [{ kind: 'error-after', status: 504 }, 504, 1],
    [{ kind: 'half-body' }, 201, 1],
    [{ kind: 'wrong-content-type' }, 201, 1],
    [{ kind: 'list-lag', seconds: 60 }, 201, 1],
    [{ kind: 'late-landing', seconds: 60 }, 504, 0],
  ];

  for (const [fault, expected, orderCount] of cases) {
    const sandbox = await openFaulty([fault]);
    const response = await sandbox.place().catch((error: unknown) => {
      assert.ok(error instanceof ConnectionCut && error instanceof TypeError);
      return 'cut' as const;
    });

    assert.equal(response === 'cut' ? response : response.status, expected, fault.kind);
    assert.equal((await sandbox.storedOrders()).length, orderCount, fault.kind);
  }
});

test('faults: too many requests and an ended token have the error body of the spec', async () => {
  for (const [kind, code] of [
    ['too-many', '42910'],
    ['token-ended', '40101'],
  ] as const) {
    const { read } = await openFaulty([{ kind }]);
    const problem = (await (await read('/v3/events')).json()) as WireProblem;

    assert.equal(problem.code, code);
    assert.notEqual(problem.user_message, '');
  }
});

test('faults: an overloaded platform says when to come again, if it is to', async () => {
  for (const fault of [
    { kind: 'too-many', retry_after: 30 },
    { kind: 'error-before', retry_after: 30 },
  ] as const) {
    const { read, set } = await openFaulty([fault]);
    assert.equal((await read('/v3/events')).headers.get('Retry-After'), '30');

    await set([{ kind: fault.kind }]);
    assert.equal((await read('/v3/events')).headers.has('Retry-After'), false);
  }
});

test('faults: a silence ends when the client leaves, and nothing was done', async () => {
  const { read, storedOrders } = await openFaulty([{ kind: 'silence' }]);
  const client = new AbortController();
  const response = read('/v3/vendors', client.signal);

  client.abort();

  await assert.rejects(response, ConnectionCut);
  assert.deepEqual(await storedOrders(), []);
});

test('faults: a silence ends when the client leaves, however much memory was freed meanwhile', async () => {
  const { read } = await openFaulty([{ kind: 'silence' }]);
  const client = new AbortController();
  let error: unknown;
  read('/v3/vendors', client.signal).catch((reason: unknown) => (error = reason));
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();

  client.abort();
  await new Promise((resolve) => setImmediate(resolve));

  assert.ok(error instanceof ConnectionCut);
});

test('faults: a body drips byte by byte, until the client leaves', async () => {
  const { read, set, waited } = await openFaulty([]);
  const full = new Uint8Array(await (await read('/v3/vendors')).arrayBuffer());
  await set([{ kind: 'drip', milliseconds: 700 }]);

  const drops = new Uint8Array(await (await read('/v3/vendors')).arrayBuffer());
  assert.deepEqual(drops, full);
  assert.equal(waited.length, full.length + 1);
  assert.equal(waited[0], 700);

  const client = new AbortController();
  const { body } = await read('/v3/vendors', client.signal);
  client.abort();
  const reader = (body ?? assert.fail()).getReader();
  await assert.rejects(async () => {
    for (;;) await reader.read();
  }, ConnectionCut);
});

test('faults: half a body ends in the middle', async () => {
  const { read } = await openFaulty([{ kind: 'half-body', count: 1 }]);
  const half = await read('/v3/vendors');
  const full = await (await read('/v3/vendors')).text();
  const reader = (half.body ?? assert.fail()).getReader();

  const { value } = (await reader.read()) as { value: Uint8Array };

  assert.ok(full.startsWith(new TextDecoder().decode(value)));
  assert.ok(value.length > 0 && value.length < new TextEncoder().encode(full).length);
  await assert.rejects(reader.read(), ConnectionCut);
});

test('faults: the response has another content type, or is a maintenance page', async () => {
  const { read, set } = await openFaulty([{ kind: 'wrong-content-type' }]);
  const misnamed = await read('/v3/vendors');
  await set([{ kind: 'html' }]);
  const page = await read('/v3/vendors');

  assert.equal(misnamed.headers.get('Content-Type'), 'text/plain');
  assert.equal(((await misnamed.json()) as unknown[]).length, 3);
  assert.match(page.headers.get('Content-Type') ?? '', /^text\/html/);
  assert.deepEqual([page.status, (await page.text()).startsWith('<!doctype html>')], [200, true]);
});

test('faults: an order that lags is created, and is in the lists later', async () => {
  const { place, storedOrders, read, advance } = await openFaulty([
    { kind: 'list-lag', seconds: 60 },
  ]);
  const found = async () =>
    ((await (await read('/v3/orders?accept_external_reference=ref')).json()) as unknown[]).length;
  await place();

  assert.deepEqual([await found(), (await storedOrders()).length], [0, 1]);
  await advance(59);
  assert.equal(await found(), 0);
  await advance(1);
  assert.equal(await found(), 1);
});

test('faults: an order that lands late is created at its time, if there are still places', async () => {
  const late: FaultInput[] = [{ kind: 'late-landing', seconds: 30, operations: ['createOrder'] }];
  const landing = await openFaulty(late);
  await landing.place();
  await landing.advance(30);
  const [order] = await landing.storedOrders();
  assert.deepEqual([order?.status, order?.external_reference], ['ACCEPTED', 'ref']);

  const full = await openFaulty(late);
  await full.place();
  const [date] = await full.datesOf(KAYAK);
  await full.take(date?.id ?? '', date?.available_slots ?? 0);
  await full.advance(30);
  assert.deepEqual(await full.storedOrders(), []);
});

test('faults: strike only the operations that they name, and only so many times', async () => {
  const { read, fetch, status } = await openFaulty([
    { kind: 'error-before', operations: ['listEvents', 'obtainToken'], count: 2 },
  ]);

  const statuses = [
    (await read('/v3/vendors')).status,
    (await read('/v3/events')).status,
    (await requestToken(fetch)).status,
    (await read('/v3/events')).status,
  ];

  assert.deepEqual(statuses, [200, 503, 503, 200]);
  assert.deepEqual(
    (await status()).map(({ struck }) => struck),
    [2],
  );
});

test('faults: a probability strikes as often as it says, and the same seed strikes the same requests', async () => {
  const faults: FaultInput[] = [{ kind: 'error-before', probability: 0.3 }];
  const statuses = async (seed: string) => {
    const { read } = await openFaulty(faults, seed);
    const responses: number[] = [];
    for (let count = 0; count < 200; count += 1) responses.push((await read('/v3/vendors')).status);
    return responses;
  };
  const [first, second, otherSeed] = [
    await statuses('one'),
    await statuses('one'),
    await statuses('two'),
  ];
  const part = first.filter((status) => status === 503).length / first.length;

  assert.ok(part > 0.2 && part < 0.4, `${part}`);
  assert.deepEqual(first, second);
  assert.notDeepEqual(first, otherSeed);
});

test('faults: the control API has no faults, and an empty list ends all faults', async () => {
  const { read, storedOrders, set } = await openFaulty([{ kind: 'cut-before' }]);

  assert.deepEqual(await storedOrders(), []);
  await set([]);
  assert.equal((await read('/v3/vendors')).status, 200);
});

test('POST /sandbox/faults refuses an unknown fault, and the faults that were set stay', async () => {
  const sandbox = await openFaulty([{ kind: 'html' }]);
  const wrong = [
    { kind: 'storm' },
    { kind: 'latency' },
    { kind: 'html', operations: ['listStorms'] },
    { kind: 'html', probability: 2 },
    { kind: 'html', count: 0 },
  ];

  for (const fault of wrong) {
    const { status } = await sandbox.set([fault as FaultInput]);
    assert.equal(status, 400, JSON.stringify(fault));
  }
  assert.equal((await sandbox.status()).length, 1);
});
