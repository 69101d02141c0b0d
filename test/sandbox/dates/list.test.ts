import assert from 'node:assert/strict';
import { test } from 'vitest';
import { openSandbox } from '../support.ts';

test('List dates of an event: lists its own dates, not those of its pricelists', async () => {
  const { event, datesOf, dates } = await openSandbox();
  const everything = { available: 'false', ignore_latest_booking_time: 'true' };
  const { id } = await event('Kayak on the Spree');

  const own = await datesOf('Kayak on the Spree', everything);

  assert.ok(own.length > 300);
  assert.ok(own.every(({ event_id }) => event_id === id));
  assert.deepEqual(own, await dates({ ...everything, accept_events: id }));
});
