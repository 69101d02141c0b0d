import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { ListedEvent } from '#contract/event.schema';
import { problem } from '#contract/problem.schema';
import { toInstant } from '../../../proxy/clock.ts';
import type { Fetch } from '../../../proxy/ports.ts';
import type { ProblemResponse } from '../../support/world.ts';
import { createWorld, fieldsOf, START } from '../../support/world.ts';

const world = createWorld();
const [first] = (await world.get<ListedEvent[]>('/v3/events')).body;
assert.ok(first);
const range = `start_date=${toInstant(START)}&end_date=${toInstant(START + 40 * 86_400_000)}`;

const invalidPaths: [path: string, field: string][] = [
  ['/site?x=1', 'x'],
  ['/v3/events?with_private_prices=true', 'with_private_prices'],
  ['/v3/events?type=ALL', 'type'],
  ['/v3/events?limit=1&limit=2', 'limit'],
  ['/v3/events?limit=all', 'limit'],
  ['/v3/events?day=2026-11-31', 'day'],
  ['/v3/events?day=2026-12-24&participants=0', 'participants'],
  ['/v3/events?__proto__=1', '__proto__'],
  ['/v3/events?access_token=x', 'access_token'],
  ['/v3/products?with_private_products=true', 'with_private_products'],
  [`/v3/merged_events/${first.id}?fields=id`, 'fields'],
  ['/v3/merged_events/a%00b', 'id'],
  ['/v3/merged_events/%c0%af', 'id'],
  ['/v3/events/a%0ab/dates?start_date=2026-12-01T00:00:00Z&end_date=2026-12-02T00:00:00Z', 'id'],
  [`/v3/events/${first.id}/dates`, 'start_date'],
  [`/v3/events/${first.id}/dates?start_date=2026-12-01T00:00:00Z`, 'end_date'],
  [
    `/v3/events/${first.id}/dates?start_date=2026-12-01&end_date=2026-12-02T00:00:00Z`,
    'start_date',
  ],
  [
    `/v3/events/${first.id}/dates?start_date=2026-13-01T00:00:00Z&end_date=2026-12-02T00:00:00Z`,
    'start_date',
  ],
  [
    `/v3/events/${first.id}/dates?start_date=2026-12-02T00:00:00Z&end_date=2026-12-01T00:00:00Z`,
    'end_date',
  ],
  [
    `/v3/events/${first.id}/dates?start_date=2026-12-01T00:00:00Z&end_date=2027-03-12T00:00:00Z`,
    'end_date',
  ],
];
for (const [path, field] of invalidPaths) {
  test(`refuses ${path} and names ${field}`, async () => {
    const response: ProblemResponse = await world.get(path);

    assert.deepEqual([response.status, response.body.code], [400, 'invalid-request']);
    assert.ok(fieldsOf(response).includes(field));
    assert.equal(response.headers.get('Content-Type'), 'application/problem+json');
    problem.parse(response.body);
  });
}

const unknownPaths = [
  '/v3/orders',
  '/v3/merged_events/none',
  `/v3/events/none/dates?${range}`,
  '/v3/vendors/none',
  '/v3/dates',
  '//v3/events',
  '/v3/events/',
  '/V3/events',
  '/oauth/token',
  '/metrics',
];
for (const path of unknownPaths) {
  test(`responds 404 at ${path}`, async () => {
    const { status, body } = await world.get(path);

    assert.equal(status, 404);
    assert.equal(problem.parse(body).code, 'not-found');
  });
}

const noVendor = Response.json(
  { code: '40400', message: 'There is no such vendor' },
  { status: 404 },
);
const vendorResponses: [what: string, response: Response, status: number, code: string][] = [
  ['the platform does not have', noVendor, 404, 'not-found'],
  ['it does not tell', Response.json({ code: '40300' }, { status: 403 }), 503, 'platform-down'],
  ['another program has no path for', Response.json({}, { status: 404 }), 503, 'platform-down'],
];
for (const [what, response, status, code] of vendorResponses) {
  test(`a vendor that ${what} is a ${status}`, async () => {
    let calls = 0;
    const between = (platform: Fetch) => async (request: Request) => {
      if (!request.url.includes('/v3/vendors/')) return platform(request);
      calls += 1;
      return response.clone();
    };
    const world = createWorld({ between });
    const path = `/v3/vendors/${first.vendor_id}`;

    const { status: received, body } = await world.get(path);
    assert.deepEqual([received, problem.parse(body).code], [status, code]);
    if (status !== 404) return;
    await world.get(path);
    assert.equal(calls, 1, 'it is asked for again at once');
  });
}

test('another method gets a 405 that names the allowed one', async () => {
  for (const [method, path, allow] of [
    ['PUT', '/v3/events', 'GET'],
    ['DELETE', '/checkout/intent', 'GET'],
    ['PATCH', '/checkout/orders', 'POST'],
    ['GET', '/checkout/quotes', 'POST'],
  ] as const) {
    const { status, headers } = await world.read(
      new Request(`https://book.example${path}`, { method }),
    );
    assert.deepEqual([status, headers.get('Allow')], [405, allow]);
  }
});

test('an invalid query is refused before anything is loaded for it', async () => {
  const cold = createWorld({ between: () => async () => new Response('no', { status: 503 }) });
  let calls = 0;
  const counting = createWorld({
    between: (platform) => (request) => {
      calls += 1;
      return platform(request);
    },
  });
  for (const path of ['/v3/events?limit=x', '/v3/products?sort=1', '/site?x=1']) {
    assert.equal((await cold.get(path)).status, 400);
    assert.equal((await counting.get(path)).status, 400);
  }
  assert.equal(calls, 0);
});
