import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { OpenSandbox } from '../support.ts';
import { find, openSandbox } from '../support.ts';
import type { WireEvent, WireMergedEvent } from '../wire.ts';

const mergedEvents = ({ list }: OpenSandbox, parameters: Record<string, string> = {}) =>
  list<WireMergedEvent>('/v3/merged_events', parameters);

test('List merged events: main events and further durations are items, pricelists are not', async () => {
  const sandbox = await openSandbox();
  const events = await sandbox.events({ type: 'ALL' });
  const roots = events.filter(({ root_event_id }) => root_event_id === '').map(({ id }) => id);

  const merged = await mergedEvents(sandbox, { type: 'ALL' });

  assert.deepEqual(merged.map(({ id }) => id).sort(), roots.sort());
});

test('Merged event: has the fields of an event, but price_groups for prices and no root_event_id', async () => {
  const sandbox = await openSandbox();
  const event = find(await sandbox.events(), ({ root_event_id }) => root_event_id === '', 'event');
  const merged = find(await mergedEvents(sandbox), ({ id }) => id === event.id, 'merged event');
  const { prices: _prices, root_event_id: _root, ...shared } = event;
  const { price_groups, ...rest } = merged;

  assert.deepEqual(rest, shared);
  for (const group of price_groups) {
    assert.deepEqual(Object.keys(group).sort(), ['id', 'name', 'prices']);
    assert.equal(typeof group.id, 'string');
  }
});

test('Merged event: carries the prices of all its pricelists', async () => {
  const sandbox = await openSandbox();
  const events = await sandbox.events();
  const child = find(events, ({ root_event_id }) => root_event_id !== '', 'pricelist');
  const members = events.filter(({ id, root_event_id }) =>
    [id, root_event_id].includes(child.root_event_id),
  );

  const { price_groups } = find(
    await mergedEvents(sandbox),
    ({ id }) => id === child.root_event_id,
    'merged event',
  );

  const ids = (lists: readonly Pick<WireEvent, 'prices'>[]) =>
    lists.flatMap(({ prices }) => prices.map(({ id }) => id)).sort();
  assert.equal(price_groups.length, members.length);
  assert.deepEqual(ids(price_groups), ids(members));
});

test('Retrieve merged event: returns the item of the list', async () => {
  const sandbox = await openSandbox();
  const merged = find(await mergedEvents(sandbox), () => true, 'merged event');

  assert.deepEqual(await sandbox.get(`/v3/merged_events/${merged.id}`), {
    status: 200,
    body: merged,
  });
});

test('Retrieve merged event: a pricelist is no merged event', async () => {
  const sandbox = await openSandbox();
  const child = find(await sandbox.events(), (event) => event.root_event_id !== '', 'pricelist');

  assert.equal((await sandbox.get(`/v3/merged_events/${child.id}`)).status, 404);
});

test('List merged events: only_main_duration leaves out further durations', async () => {
  const sandbox = await openSandbox();
  const titles = async (parameters = {}) =>
    (await mergedEvents(sandbox, parameters)).map(({ title }) => title);

  assert.ok((await titles()).includes('Kayak on the Spree, long round'));
  assert.ok(
    !(await titles({ only_main_duration: '1' })).includes('Kayak on the Spree, long round'),
  );
});

test('List merged events: private prices are left out unless they are asked for', async () => {
  const sandbox = await openSandbox();
  const count = async (parameters = {}) =>
    (await mergedEvents(sandbox, parameters))
      .flatMap(({ price_groups }) => price_groups)
      .flatMap(({ prices }) => prices)
      .filter((price) => price.public === 0).length;

  assert.equal(await count(), 0);
  assert.equal(await count({ with_private_prices: 'true' }), 1);
});

test('List merged events: first_date is the first of all its pricelists', async () => {
  const sandbox = await openSandbox();
  const from = { available_from: '2026-11-22T00:00:00Z' };
  const { id } = await sandbox.event('Kayak on the Spree');
  const starts = await Promise.all(
    ['Kayak on the Spree', 'Kayak on the Spree, weekend'].map(async (title) => {
      const [first] = await sandbox.datesOf(title, { start_date: from.available_from });
      return first?.date ?? '';
    }),
  );

  const merged = find(await mergedEvents(sandbox, from), (event) => event.id === id);

  assert.equal(merged.first_date, starts.sort()[0]);
});

test('List merged events: only_root_events leaves out the price groups of pricelists', async () => {
  const sandbox = await openSandbox();
  const { id } = await sandbox.event('Kayak on the Spree');
  const groupsOf = async (parameters: Record<string, string>) =>
    find(await mergedEvents(sandbox, parameters), (event) => event.id === id).price_groups.map(
      ({ name }) => name,
    );

  assert.deepEqual(await groupsOf({}), ['Kayak on the Spree', 'Kayak on the Spree, weekend']);
  assert.deepEqual(await groupsOf({ only_root_events: 'true' }), ['Kayak on the Spree']);
});
