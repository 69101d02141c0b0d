import assert from 'node:assert/strict';
import { test } from 'vitest';
import { openSandbox } from '../support.ts';

test('Errors: responds with 404 in the error shape where there is nothing', async () => {
  const { get } = await openSandbox();

  const paths = [
    ...['nothing', 'vendors/nobody', 'vendors/nobody/events', 'vendors/nobody/dates'],
    ...['vendors/nobody/eventDates', 'vendors/nobody/orders', 'events/none/dates', 'dates/none'],
    ...['merged_events/none', 'merged_dates/none'],
  ];
  for (const path of paths) {
    const { status, body } = await get<object>(`/v3/${path}`);

    assert.equal(status, 404, path);
    assert.deepEqual(Object.keys(body).sort(), ['code', 'message', 'user_message']);
  }
});

test('Versioning: version 3 is in the path, and the token endpoint has no version', async () => {
  const { get, send } = await openSandbox();

  assert.equal((await get('/v3/vendors')).status, 200);
  assert.equal((await get('/v2/vendors')).status, 404);
  assert.equal((await send('/v3/oauth/token', { method: 'POST' })).status, 404);
});
