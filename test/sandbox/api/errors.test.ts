import assert from 'node:assert/strict';
import { test } from 'vitest';
import { openSandbox } from '../support.ts';

test('Errors: responds with 404 in the error shape where there is nothing', async () => {
  const { get } = await openSandbox();

  for (const path of ['nothing', 'vendors/nobody', 'events/none/dates', 'dates/none']) {
    const { status, body } = await get<object>(`/v3/${path}`);

    assert.equal(status, 404, path);
    assert.deepEqual(Object.keys(body).sort(), ['code', 'message', 'user_message']);
  }
});
