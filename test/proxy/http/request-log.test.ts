import assert from 'node:assert/strict';
import test from 'node:test';
import { Hono } from 'hono';
import { requestLog } from '../../../proxy/http/request-log.ts';
import type { LogEntry } from '../../../proxy/log.ts';

/** An application that logs, with a clock that each request to /slow moves by 40 milliseconds. */
function open() {
  const time = { now: 1_000 };
  const entries: LogEntry[] = [];
  const app = new Hono<{ Variables: { stale?: boolean } }>();
  app.onError(({ message }, c) => c.text('', message === 'refused' ? 409 : 500));
  app.use(
    requestLog(
      (entry) => entries.push(entry),
      () => time.now,
    ),
  );
  app.get('/events/:id', (c) => c.text(''));
  app.get('/slow', (c) => {
    time.now += 40;
    return c.text('');
  });
  app.get('/stale', (c) => {
    c.set('stale', true);
    return c.text('');
  });
  app.get('/fails/:with', (c) => {
    throw new RangeError(c.req.param('with'));
  });
  app.use('/guarded/*', () => {
    throw new RangeError('refused');
  });

  return async (path: string, method = 'GET'): Promise<LogEntry> => {
    await app.request(path, { method });
    const [entry, ...others] = entries.splice(0);
    assert.ok(entry && others.length === 0);
    return entry;
  };
}

test('one line says the method, the status and the milliseconds of a request', async () => {
  const { request_id, ...entry } = await open()('/slow');

  assert.match(request_id ?? '', /^[0-9a-f]{8}-1$/);
  assert.deepEqual(entry, {
    ...{ event: 'request', method: 'GET', route: '/slow', status: 200, ms: 40 },
  });
});

test('requests are numbered within their process', async () => {
  const request = open();
  const [first, second] = [await request('/slow'), await request('/slow')];

  const [process] = first.request_id?.split('-') ?? [];
  assert.deepEqual([first.request_id, second.request_id], [`${process}-1`, `${process}-2`]);
});

test('the route is the template, never the path', async () => {
  const request = open();

  assert.equal((await request('/events/canary')).route, '/events/:id');
  assert.equal((await request('/fails/canary')).route, '/fails/:with');
});

test('where no route matches, the route is *', async () => {
  const request = open();

  for (const path of ['/canary', '/events/a/canary', '/guarded/canary'])
    assert.equal((await request(path)).route, '*', path);
  const { route, status } = await request('/events/canary', 'DELETE');
  assert.deepEqual([route, status], ['*', 404]);
});

test('an error is described from 500 up, by its name and never by its message', async () => {
  const request = open();
  const failed = await request('/fails/canary');
  const refused = await request('/fails/refused');

  assert.deepEqual([failed.status, failed.error], [500, 'RangeError']);
  assert.match(failed.where ?? '', /request-log\.test\.ts:\d+:\d+/);
  assert.ok(!JSON.stringify(failed).includes('canary'));
  assert.deepEqual([refused.status, refused.error, refused.where], [409, undefined, undefined]);
});

test('a stale response is marked, and no other', async () => {
  const request = open();

  assert.equal((await request('/stale')).stale, true);
  assert.equal('stale' in (await request('/slow')), false);
});
