import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createRequestLog, type LoggedRequest } from '../../../proxy/http/request-log.ts';
import type { LogEntry } from '../../../proxy/log.ts';
import { createWorld, PROXY, SHOP } from '../../support/world.ts';

/** A log whose clock is 40 milliseconds past the start of every request. */
function open() {
  const entries: LogEntry[] = [];
  const logRequest = createRequestLog(
    (entry) => entries.push(entry),
    () => 1_040,
  );

  return (request: Partial<LoggedRequest> = {}): LogEntry => {
    logRequest({
      method: 'GET',
      route: '/events/:id',
      startedAt: 1_000,
      status: 200,
      stale: false,
      error: undefined,
      ...request,
    });
    const [entry, ...others] = entries.splice(0);
    assert.ok(entry && others.length === 0);
    return entry;
  };
}

test('one line says the method, the status and the milliseconds of a request', () => {
  const { request_id, ...entry } = open()();

  assert.match(request_id ?? '', /^[0-9a-f]{8}-1$/);
  assert.deepEqual(entry, {
    event: 'request',
    method: 'GET',
    route: '/events/:id',
    status: 200,
    ms: 40,
  });
});

test('requests are numbered within their process', () => {
  const log = open();
  const [first, second] = [log(), log()];

  const [process] = first.request_id?.split('-') ?? [];
  assert.deepEqual([first.request_id, second.request_id], [`${process}-1`, `${process}-2`]);
});

/** What the proxy logs of a request: its route and its status. */
async function loggedBy(path: string, init: RequestInit = {}): Promise<[string, number]> {
  const world = createWorld({ assets: { 'a.json': '{}' } });
  await world.read(new Request(PROXY + path, init));
  const entries = world.lines
    .map((line) => JSON.parse(line) as LogEntry)
    .filter(({ event }) => event === 'request');
  assert.equal(entries.length, 1);
  const [{ route = '', status = 0 } = {}] = entries;
  return [route, status];
}

test('the route is the template, never the path', async () => {
  const merged = '/v3/merged_events/canary';
  const route = '/v3/merged_events/:id';

  assert.deepEqual(await loggedBy(merged, { headers: { Origin: SHOP } }), [route, 404]);
  assert.deepEqual(await loggedBy(merged, { method: 'DELETE' }), [route, 405]);
  assert.deepEqual(await loggedBy(merged, { method: 'OPTIONS' }), [route, 405]);
  const headers = { Origin: 'https://canary.example' };
  assert.deepEqual(await loggedBy(merged, { headers }), [route, 403]);
  assert.deepEqual(await loggedBy(`${merged}?site=canary`), [route, 400]);
  assert.deepEqual(await loggedBy('/a.json?canary'), ['/a.json', 200]);
  assert.deepEqual(await loggedBy('/a.json', { method: 'POST' }), ['/a.json', 405]);
  assert.deepEqual(await loggedBy('/livez', { method: 'HEAD' }), ['/livez', 200]);
});

test('where no route matches, the route is *', async () => {
  for (const path of ['/canary', '/v3/events/a/canary', '/notifications/canary']) {
    assert.deepEqual(await loggedBy(path), ['*', 404], path);
    assert.deepEqual(await loggedBy(path, { method: 'DELETE' }), ['*', 404], path);
  }
});

test('an error is described from 500 up, by its name and never by its message', () => {
  const log = open();
  const failed = log({ status: 500, error: new RangeError('canary') });
  const refused = log({ status: 409, error: new RangeError('canary') });
  const notReady = log({ status: 503 });

  assert.equal(failed.error, 'RangeError');
  assert.match(failed.where ?? '', /request-log\.test\.ts:\d+:\d+/);
  assert.ok(!JSON.stringify(failed).includes('canary'));
  for (const { error, where } of [refused, notReady]) {
    assert.deepEqual([error, where], [undefined, undefined]);
  }
});

test('a stale response is marked, and no other', () => {
  const log = open();

  assert.equal(log({ stale: true }).stale, true);
  assert.equal('stale' in log(), false);
});
