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

test('Event lists: only_main_duration leaves out further durations and their pricelists', async () => {
  const { events } = await openSandbox();

  const main = (await events({ only_main_duration: '1' })).map(({ title }) => title);

  assert.deepEqual(
    main,
    (await events()).map(({ title }) => title).filter((title) => !title.includes('long round')),
  );
  assert.ok(main.includes('Kayak on the Spree, weekend'));
});

test('Event lists: match searches title, description and vendor name', async () => {
  const { events, vendors } = await openSandbox();
  const lisbon = find(await vendors(), ({ name }) => name === 'Maré Alta');

  const found = await events({ match: 'maré alta', type: 'ALL' });

  assert.deepEqual(found, await events({ accept_vendors: lisbon.id, type: 'ALL' }));
  const [{ description } = assert.fail()] = found;
  const words = description
    .replaceAll(/<[^>]*>/g, ' ')
    .trim()
    .split(/\s+/)
    .slice(0, 6);
  assert.deepEqual(await events({ match: words.join(' '), type: 'ALL' }), found.slice(0, 1));
});
