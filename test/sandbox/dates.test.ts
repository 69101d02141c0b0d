import assert from 'node:assert/strict';
import test from 'node:test';
import { find, MINUTE, openSandbox, SATURDAY } from './support.ts';

const everything = { available: 'false', ignore_latest_booking_time: 'true' };

test('Date: has the fields of the spec', async () => {
  const { dates } = await openSandbox();

  const [date] = await dates({ limit: '1' });

  assert.deepEqual(Object.keys(date ?? {}).sort(), [
    'active',
    'available_slots',
    'date',
    'event_id',
    'id',
    'total_slots',
  ]);
  assert.match(date?.date ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
});

test('List dates of an event: lists its own dates, not those of its pricelists', async () => {
  const { event, datesOf, dates } = await openSandbox();
  const { id } = await event('Kayak on the Spree');

  const own = await datesOf('Kayak on the Spree', everything);

  assert.ok(own.length > 300);
  assert.ok(own.every(({ event_id }) => event_id === id));
  assert.deepEqual(own, await dates({ ...everything, accept_events: id }));
});

test('List dates: is sorted by date, and by another attribute when asked', async () => {
  const { dates } = await openSandbox();
  const starts = (await dates()).map(({ date }) => date);
  const slots = (await dates({ order: '-available_slots' })).map((date) => date.available_slots);

  assert.deepEqual(starts, starts.toSorted());
  assert.deepEqual(
    slots,
    slots.toSorted((a, b) => b - a),
  );
});

test('Date lists: sold-out dates are left out by default, and listed with available=false', async () => {
  const { dates } = await openSandbox();
  const free = await dates();
  const all = await dates({ available: 'false' });

  assert.ok(free.every(({ available_slots }) => available_slots > 0));
  assert.deepEqual(
    free,
    all.filter(({ available_slots }) => available_slots > 0),
  );
  assert.ok(all.length > free.length);
});

test('Date lists: start_date and end_date include the moments that they name', async () => {
  const { datesOf } = await openSandbox();
  const all = await datesOf('The Wall by bike', everything);
  const [from, to] = [all[10]?.date ?? '', all[20]?.date ?? ''];

  const some = await datesOf('The Wall by bike', {
    ...everything,
    start_date: from,
    end_date: to,
  });

  assert.deepEqual(some, all.slice(10, 21));
});

test('Date lists: a date leaves the list when its latest booking time has passed', async () => {
  const sandbox = await openSandbox();
  const { latest_booking_time } = await sandbox.event('The Wall by bike');
  const [date] = await sandbox.datesOf('The Wall by bike');
  const listed = async (parameters = {}) =>
    (await sandbox.datesOf('The Wall by bike', parameters)).some(({ id }) => id === date?.id);

  const lastMoment = Date.parse(date?.date ?? '') - latest_booking_time * MINUTE;
  sandbox.clock.now = lastMoment;
  assert.equal(await listed(), true);

  sandbox.clock.now = lastMoment + 1;
  assert.equal(await listed(), false);
  assert.equal(await listed({ ignore_latest_booking_time: 'true' }), true);
});

test('Date lists: a date with opening hours is listed after it has begun', async () => {
  const sandbox = await openSandbox({ now: Date.parse('2026-11-21T08:00:00Z') });

  const [today] = await sandbox.datesOf('The old bath house, day ticket');

  assert.equal(today?.date, '2026-11-21T05:00:00Z');
});

test('Date lists: a date far ahead of its latest booking time of two days is not listed', async () => {
  const { datesOf } = await openSandbox();

  for (const { date } of await datesOf('Forge your own kitchen knife')) {
    assert.ok(Date.parse(date) - SATURDAY >= 2 * 24 * 60 * MINUTE);
  }
});

test('Date lists: accept and exclude choose by event and by vendor', async () => {
  const { dates, events, event, vendors } = await openSandbox();
  const surf = await event('Sunrise surf lesson');
  const lisbon = find(await vendors(), ({ name }) => name === 'Maré Alta');
  const lisbonEvents = new Set(
    (await events({ type: 'ALL', accept_vendors: lisbon.id })).map(({ id }) => id),
  );

  const ofVendor = await dates({ accept_vendors: lisbon.id });
  const withoutVendor = await dates({ exclude_vendors: lisbon.id });
  const ofEvent = await dates({ accept_events: surf.id });
  const withoutEvent = await dates({ accept_vendors: lisbon.id, exclude_events: surf.id });

  assert.ok(ofVendor.every(({ event_id }) => lisbonEvents.has(event_id)));
  assert.ok(withoutVendor.every(({ event_id }) => !lisbonEvents.has(event_id)));
  assert.ok(ofEvent.every(({ event_id }) => event_id === surf.id));
  assert.equal(withoutEvent.length, ofVendor.length - ofEvent.length);
  assert.equal(ofVendor.length + withoutVendor.length, (await dates()).length);
});
