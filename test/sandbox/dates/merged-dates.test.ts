import assert from 'node:assert/strict';
import { test } from 'vitest';
import { find, openSandbox } from '../support.ts';
import type { WireDate } from '../wire.ts';

test('List merged dates: are the dates, under the merged event of their pricelist, by date', async () => {
  const sandbox = await openSandbox();
  const parent = new Map(
    (await sandbox.events({ type: 'ALL' })).map((e) => [e.id, e.root_event_id || e.id]),
  );
  const page = { limit: '300' };

  const merged = await sandbox.list<WireDate>('/v3/merged_dates', page);

  const expected = (await sandbox.dates(page)).map((date) => ({
    ...date,
    event_id: parent.get(date.event_id),
  }));
  assert.deepEqual(merged, expected);
});

test('Merged date: accept_events names the id of the merged event', async () => {
  const sandbox = await openSandbox();
  const child = find(await sandbox.events(), (event) => event.root_event_id !== '', 'pricelist');
  const members = (await sandbox.events()).filter(({ id, root_event_id }) =>
    [id, root_event_id].includes(child.root_event_id),
  );

  const merged = await sandbox.list<WireDate>('/v3/merged_dates', {
    accept_events: child.root_event_id,
  });
  const dates = await sandbox.dates({ accept_events: members.map(({ id }) => id).join() });

  assert.deepEqual(merged.map(({ id }) => id).sort(), dates.map(({ id }) => id).sort());
});

test('Retrieve merged date: returns the item of the list, under its merged event', async () => {
  const { datesOf, event, list, get } = await openSandbox();
  const [date] = await datesOf('Kayak on the Spree, weekend');
  const [listed] = await list<WireDate>('/v3/merged_dates', { accept: date?.id ?? '' });

  assert.equal(listed?.event_id, (await event('Kayak on the Spree')).id);
  assert.deepEqual(await get(`/v3/merged_dates/${date?.id}`), { status: 200, body: listed });
});

test('Merged date: is off the market with its merged event', async () => {
  const { datesOf, event, list, get, post } = await openSandbox();
  const [date] = await datesOf('Kayak on the Spree, weekend');

  await post(`/sandbox/events/${(await event('Kayak on the Spree')).id}`, { active: 0 });

  assert.deepEqual(await list('/v3/merged_dates', { accept: date?.id ?? '' }), []);
  assert.equal((await get(`/v3/merged_dates/${date?.id}`)).status, 404);
  assert.equal((await get(`/v3/dates/${date?.id}`)).status, 200, 'its own event is active');
});
