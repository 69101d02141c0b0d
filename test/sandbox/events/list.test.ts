import assert from 'node:assert/strict';
import { test } from 'vitest';
import { find, openSandbox } from '../support.ts';

test('Event lists: available_from says when the first free date is', async () => {
  const { events, datesOf, take } = await openSandbox();
  const from = '2026-12-01T00:00:00Z';
  const [taken, free] = await datesOf('Kayak on the Spree', { start_date: from });
  await take(taken?.id ?? '', taken?.available_slots ?? 0);

  const kayak = find(
    await events({ available_from: from }),
    ({ title }) => title === 'Kayak on the Spree',
  );

  assert.equal(kayak.first_date, free?.date);
});

test('Event lists: available_from includes an event whose dates are all full, with its first one', async () => {
  const { events, datesOf, take } = await openSandbox();
  const last = (await datesOf('Lantern night walk')).at(-1);
  await take(last?.id ?? '', last?.available_slots ?? 0);

  const listed = await events({ available_from: last?.date ?? '' });
  const walk = find(listed, ({ title }) => title === 'Lantern night walk');

  assert.equal(walk.first_date, last?.date);
});
