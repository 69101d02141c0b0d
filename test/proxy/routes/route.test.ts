import assert from 'node:assert/strict';
import { Hono } from 'hono';
import { test } from 'vitest';
import { z } from 'zod';
import { createQueryParser } from '../../../proxy/cache/query-parser.ts';
import { unlimited } from '../../../proxy/guards/visitor.ts';
import { ProblemError } from '../../../proxy/http/problems.ts';
import { RouteRequest } from '../../../proxy/routes/route.ts';
import type { OpenSite } from '../../../proxy/site-registry.ts';
import { newKey } from '../../support/world.ts';

const site = {} as OpenSite;
const query = z.object({ limit: z.string().transform(Number).optional() });

/** The request as a handler of `/v3/events/:id` gets it. */
async function routeRequest(
  target: string,
  init: RequestInit = {},
): Promise<RouteRequest<z.output<typeof query>>> {
  let request: RouteRequest<z.output<typeof query>> | undefined;
  const app = new Hono();
  app.all('/v3/events/:id', (c) => {
    request = new RouteRequest(c.req, {
      site,
      network: undefined,
      visitor: unlimited,
      query: createQueryParser(query)(c.req.url),
    });
    return c.text('');
  });
  await app.request(target, init);
  assert.ok(request);
  return request;
}

function refusedFieldOf(read: () => unknown): string | undefined {
  try {
    read();
  } catch (error) {
    assert.ok(error instanceof ProblemError);
    return error.errors[0]?.field;
  }
  return assert.fail('it has to be refused');
}

test('query, id and Idempotency-Key are parsed', async () => {
  const key = newKey();
  const headers = { 'Idempotency-Key': key };
  const request = await routeRequest('/v3/events/walk?limit=5&site=shop', { headers });

  assert.deepEqual(request.query, { limit: 5 });
  assert.equal(request.id, 'walk');
  assert.equal(request.idempotencyKey, key);
  assert.equal(request.site, site);
});

test('everything except the query is parsed only when it is read', async () => {
  const request = await routeRequest('/v3/events/a%00b');

  assert.equal(
    refusedFieldOf(() => request.id),
    'id',
  );
  assert.equal(
    refusedFieldOf(() => request.idempotencyKey),
    'Idempotency-Key',
  );
});

test('the body is parsed with the schema of the route', async () => {
  const schema = z.strictObject({ lines: z.array(z.string()) });
  const post = (body: unknown) =>
    routeRequest('/v3/events/walk', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });

  assert.deepEqual(await (await post({ lines: ['a'] })).body(schema), { lines: ['a'] });
  const hasField = (field: string) => (error: unknown) =>
    error instanceof ProblemError && error.errors[0]?.field === field;
  await assert.rejects((await post({ lines: [1] })).body(schema), hasField('lines[0]'));
  await assert.rejects((await post(null)).body(schema), hasField('body'));
});
