import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { LogEntry } from '../../../proxy/log.ts';
import { createPlatform } from '../../../proxy/platform/platform.ts';
import { createWorld } from '../../support/world.ts';
import { wireDate, wireEvent, wirePrice } from './wire-items.ts';

/** The log entries about a list, without that of its call. */
async function logOf(path: string, items: readonly object[]): Promise<readonly LogEntry[]> {
  const entries: LogEntry[] = [];
  const world = createWorld();
  const fetch = async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    if (!pathname.startsWith('/v3')) return world.sandbox(request);
    const isFirst = pathname === path && !search.includes('offset');
    return Response.json(isFirst ? items : []);
  };
  const log = (entry: LogEntry) => void entries.push(entry);
  const platform = createPlatform({ ...world.context(fetch), log });
  await (path === '/v3/dates' ? platform.datesById(['d']) : platform.events());
  return entries.filter(({ event }) => event === 'item-skipped');
}

test('what makes events unsellable is logged once for each reason, with how many and some of them', async () => {
  const ids = Array.from({ length: 7 }, (_, index) => `e${index}`);
  const entries = await logOf('/v3/events', [
    wireEvent,
    ...ids.map((id) => ({ ...wireEvent, id, timezone: 'Mars/Olympus' })),
    { ...wireEvent, id: 'free', prices: [] },
    { ...wireEvent, id: {} },
    { ...wireEvent, id: {} },
  ]);

  assert.deepEqual(entries, [
    {
      event: 'item-skipped',
      kind: 'event',
      field: 'timezone',
      count: 7,
      event_ids: ids.slice(0, 5),
    },
    { event: 'item-skipped', kind: 'event', field: 'id', count: 2, event_ids: [] },
    { event: 'item-skipped', kind: 'event', field: 'prices', count: 1, event_ids: ['free'] },
  ]);
});

test('children whose root is not listed are named, as nobody can see them', async () => {
  const entries = await logOf('/v3/events', [
    { ...wireEvent, id: 'root' },
    { ...wireEvent, id: 'child', root_event_id: 'root' },
    { ...wireEvent, id: 'weekend', root_event_id: 'gone' },
    { ...wireEvent, id: 'holiday', root_event_id: 'child' },
  ]);

  assert.deepEqual(entries, [
    {
      event: 'item-skipped',
      kind: 'event',
      field: 'root_event_id',
      count: 2,
      event_ids: ['weekend', 'holiday'],
    },
  ]);
});

test('several prices of an event that cannot be read are one event', async () => {
  const bad = { ...wirePrice, value: 'free' };
  const entries = await logOf('/v3/events', [
    { ...wireEvent, id: 'a', prices: [wirePrice, bad, { ...bad, id: 8 }] },
    { ...wireEvent, id: 'b', prices: [wirePrice, bad] },
  ]);

  assert.deepEqual(entries, [
    { event: 'item-skipped', kind: 'price', field: 'value', count: 2, event_ids: ['a', 'b'] },
  ]);
});

test('ids are logged only for events', async () => {
  const entries = await logOf('/v3/dates', [{ ...wireDate, date: 'soon' }]);
  assert.deepEqual(entries, [{ event: 'item-skipped', kind: 'date', field: 'date', count: 1 }]);
});
