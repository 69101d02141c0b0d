import assert from 'node:assert/strict';
import { find, MINUTE, SATURDAY } from '../support.ts';
import type { WireDate } from '../wire.ts';
import { need, rule, sandboxRule } from './platform.ts';

const everything = { available: 'false', ignore_latest_booking_time: 'true' };

rule('Date: has the fields of the spec', async ({ dates }) => {
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

sandboxRule(
  'List dates of an event: lists its own dates, not those of its pricelists',
  async ({ event, datesOf, dates }) => {
    const { id } = await event('Kayak on the Spree');

    const own = await datesOf('Kayak on the Spree', everything);

    assert.ok(own.length > 300);
    assert.ok(own.every(({ event_id }) => event_id === id));
    assert.deepEqual(own, await dates({ ...everything, accept_events: id }));
  },
);

rule('List dates: is sorted by date, and by another attribute when asked', async ({ dates }) => {
  const starts = (await dates()).map(({ date }) => date);
  const slots = (await dates({ order: '-available_slots' })).map((date) => date.available_slots);

  assert.deepEqual(starts, starts.toSorted());
  assert.deepEqual(
    slots,
    slots.toSorted((a, b) => b - a),
  );
});

rule(
  'Date lists: sold-out dates are left out by default, and listed with available=false',
  async ({ dates }) => {
    const free = await dates();
    const all = await dates({ available: 'false' });

    assert.ok(free.every(({ available_slots }) => available_slots > 0));
    assert.deepEqual(
      free,
      all.filter(({ available_slots }) => available_slots > 0),
    );
    assert.ok(all.length > free.length);
  },
);

sandboxRule(
  'Date lists: start_date and end_date include the moments that they name',
  async ({ datesOf }) => {
    const all = await datesOf('The Wall by bike', everything);
    const [from, to] = [all[10]?.date ?? '', all[20]?.date ?? ''];

    const some = await datesOf('The Wall by bike', {
      ...everything,
      start_date: from,
      end_date: to,
    });

    assert.deepEqual(some, all.slice(10, 21));
  },
);

sandboxRule(
  'Date lists: a date leaves the list when its latest booking time has passed',
  async (sandbox) => {
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
  },
);

sandboxRule(
  'Date lists: a date with opening hours is listed after it has begun',
  async ({ datesOf }) => {
    const [today] = await datesOf('The old bath house, day ticket');

    assert.equal(today?.date, '2026-11-21T05:00:00Z');
  },
  { now: Date.parse('2026-11-21T08:00:00Z') },
);

sandboxRule(
  'Date lists: a date is not listed when its event asks for two days that are not left',
  async ({ datesOf }) => {
    for (const { date } of await datesOf('Forge your own kitchen knife')) {
      assert.ok(Date.parse(date) - SATURDAY >= 2 * 24 * 60 * MINUTE);
    }
  },
);

sandboxRule(
  'Date lists: accept and exclude choose by event and by vendor',
  async ({ dates, events, event, vendors }) => {
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
  },
);

rule('Retrieve date: returns the date that the list has', async ({ dates, get }) => {
  const date = need(await dates({ limit: '1' }), () => true, 'date');

  assert.deepEqual(await get(`/v3/dates/${date.id}`), { status: 200, body: date });
});

rule('Date lists: accept and exclude choose by id', async ({ dates }) => {
  const some = await dates({ limit: '5' });
  const [first, ...rest] = some.map(({ id }) => id);

  assert.deepEqual(await dates({ accept: some.map(({ id }) => id).join() }), some);
  assert.deepEqual(
    (await dates({ limit: '4', exclude: first ?? '' })).map(({ id }) => id),
    rest,
  );
});

rule('Date lists: category and geolocation are those of the event', async ({ events, dates }) => {
  const all = await events({ type: 'ALL' });
  const event = need(all, ({ categories }) => categories.length > 0, 'event with a category');
  const category = event.categories[0]?.id ?? 0;
  const [lat, lng] = [event.location_lat, event.location_lng];
  const ofCategory = new Set(
    all
      .filter(({ categories }) => categories.some(({ id }) => id === category))
      .map(({ id }) => id),
  );
  const inPlace = new Set(
    all
      .filter((each) => each.location_lat === lat && each.location_lng === lng)
      .map(({ id }) => id),
  );

  for (const { event_id } of await dates({ category: String(category), limit: '500' })) {
    assert.ok(ofCategory.has(event_id));
  }
  for (const { event_id } of await dates({
    geolocation: [lat, lng, lat, lng].join(),
    limit: '500',
  })) {
    assert.ok(inPlace.has(event_id));
  }
});

rule('Date lists: order accepts date, available_slots and event_id', async ({ dates }) => {
  const some = { end_date: '2027-01-01T00:00:00Z' };
  const read = async (order: string, value: (date: WireDate) => string | number) =>
    (await dates({ ...some, order })).map(value);
  const starts = await read('-date', ({ date }) => date);
  const slots = await read('available_slots', (date) => date.available_slots);
  const ids = await read('event_id', (date) => date.event_id);

  assert.deepEqual(starts, starts.toSorted().toReversed());
  assert.deepEqual(
    slots,
    slots.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)),
  );
  assert.equal(ids.filter((id, index) => id !== ids[index - 1]).length, new Set(ids).size);
});

sandboxRule(
  'Date lists: delta_since finds the dates whose places have changed',
  async (sandbox) => {
    const [date] = await sandbox.datesOf('Lantern night walk');
    const since = { delta_since: '2026-11-21T09:00:00Z' };
    assert.deepEqual(await sandbox.dates(since), []);

    await sandbox.take(date?.id ?? '', 1);

    assert.deepEqual(
      (await sandbox.dates(since)).map(({ id }) => id),
      [date?.id],
    );
  },
);

sandboxRule('Date lists: match searches the title of the event', async ({ dates, event }) => {
  const { id } = await event('Lantern night walk');

  const found = await dates({ match: 'lantern' });

  assert.ok(found.length > 0 && found.every(({ event_id }) => event_id === id));
});
