import assert from 'node:assert/strict';
import { test } from 'vitest';
import { openSandbox } from '../support.ts';
import type { WireDate, WireSummary } from '../wire.ts';

test('List events and dates: one item with ids of dates, and of their events', async () => {
  const sandbox = await openSandbox();
  const bound = { limit: '100' };
  const dates = await sandbox.dates(bound);

  const [summary, ...more] = await sandbox.list<WireSummary>('/v3/eventDates', bound);

  assert.deepEqual(more, []);
  assert.deepEqual(
    summary?.dates,
    dates.map(({ id, event_id }) => ({ id, event_id })),
  );
  assert.deepEqual(
    summary?.events.map(({ id }) => id).sort(),
    [...new Set(dates.map(({ event_id }) => event_id))].sort(),
  );
});

test('List events and dates: has the parameters of date lists', async () => {
  const { list, dates } = await openSandbox();
  const bound = {
    available: 'false',
    order: '-date',
    limit: '20',
    start_date: '2026-12-01T00:00:00Z',
  };

  const [summary] = await list<WireSummary>('/v3/eventDates', bound);

  assert.deepEqual(
    summary?.dates.map(({ id }) => id),
    (await dates(bound)).map(({ id }) => id),
  );
});

test('List events and dates of a vendor: has the dates of that vendor alone', async () => {
  const sandbox = await openSandbox();
  for (const { id } of await sandbox.vendors({ limit: '3' })) {
    const [summary] = await sandbox.list<WireSummary>(`/v3/vendors/${id}/eventDates`);
    const dates = await sandbox.list<WireDate>(`/v3/vendors/${id}/dates`);

    assert.deepEqual(
      summary?.dates,
      dates.map(({ id: date, event_id }) => ({ id: date, event_id })),
    );
  }
});
