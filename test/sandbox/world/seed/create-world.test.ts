import assert from 'node:assert/strict';
import { test } from 'vitest';
import { DAY } from '#contract/milliseconds';
import { scenarios } from '../../../../demo/sandbox/scenarios.ts';
import { createWorld } from '../../../../demo/sandbox/world/seed/create-world.ts';
import type { World } from '../../../../demo/sandbox/world/world.ts';
import { local, openSandbox, SATURDAY } from '../../support.ts';
import type { WireDate } from '../../wire.ts';

const { data } = scenarios.calm();

/** Each weekday once, over a year. */
const todays = Array.from({ length: 7 }, (_, index) => SATURDAY + index * 52 * DAY);

test('the same seed and the same day give the same catalog, to the last id', () => {
  const morning = createWorld({ ...data, seed: 'seed' }, SATURDAY);
  // Overwrites the dates that are cached for the next world.
  createWorld({ ...data, seed: 'other' }, SATURDAY);
  const evening = createWorld({ ...data, seed: 'seed' }, SATURDAY + 14 * 3_600_000);

  assert.deepEqual(allDates(evening), allDates(morning));
  // Two stores are never equal, as they are made of functions.
  assert.deepEqual({ ...evening, dates: 0 }, { ...morning, dates: 0 });
});

test('a world made again is as new, and on the next day its dates begin a day later', () => {
  const [booked] = allDates(createWorld(data, SATURDAY));
  assert.ok(booked);
  booked.taken = booked.total_slots;
  const [again] = allDates(createWorld(data, SATURDAY));
  const [next] = allDates(createWorld(data, SATURDAY + DAY));

  assert.equal(again?.id, booked.id);
  assert.ok(again.taken < booked.taken);
  assert.equal(next && new Date(next.start).getUTCDate(), new Date(booked.start).getUTCDate() + 1);
});

test('another seed gives other ids and other places', () => {
  const one = allDates(createWorld({ ...data, seed: 'one' }, SATURDAY));
  const other = allDates(createWorld({ ...data, seed: 'other' }, SATURDAY));
  const ids = new Set(one.map(({ id }) => id));

  assert.ok(other.every(({ id }) => !ids.has(id)));
  assert.notDeepEqual(
    other.map(({ taken }) => taken),
    one.map(({ taken }) => taken),
  );
});

test('no two things have the same id', () => {
  const world = createWorld(data, SATURDAY);
  const { vendors, events, products } = world;
  const dateIds = allDates(world).map(({ id }) => id);
  const priceIds = [...events.values()].flatMap(({ prices }) => prices.map(({ id }) => id));
  const ids = [...vendors.keys(), ...events.keys(), ...dateIds, ...products.keys()];

  assert.equal(new Set(ids).size, 3 + 19 + dateIds.length + 13);
  assert.equal(new Set(priceIds).size, priceIds.length);
});

test('there are dates for 365 days from today, by the calendar of the place', async () => {
  const { events, dates } = await openSandbox();
  const zones = new Map((await events({ type: 'ALL' })).map(({ id, timezone }) => [id, timezone]));

  const all = await dates({ available: 'false', ignore_latest_booking_time: 'true' });
  const days = all.map(({ date, event_id }) => local(date, zones.get(event_id) ?? '').day).sort();

  assert.deepEqual([days[0], days.at(-1), new Set(days).size], ['2026-11-21', '2027-11-20', 365]);
});

test('each kind of event and product is there, whatever the day', async () => {
  for (const now of todays) {
    const { event, datesOf, products } = await openSandbox({ now });
    const all = { available: 'false' };
    const daysTo = (date: WireDate) => (Date.parse(date.date) - now) / DAY;

    assert.ok((await event('The old bath house, day ticket')).latest_booking_time < 0);
    assert.equal((await event('Sourdough morning')).min_participants, 2);
    assert.equal((await event('Forge your own kitchen knife')).latest_booking_time, 2 * 24 * 60);
    assert.deepEqual(await datesOf('An hour with rooftop bees'), []);
    assert.ok((await datesOf('An hour with rooftop bees', all)).length > 40);

    const [firstIndigo] = await datesOf('Indigo dyeing in the old vat', all);
    assert.ok(firstIndigo && daysTo(firstIndigo) > 40 && daysTo(firstIndigo) < 46);

    const wall = (await datesOf('The Wall by bike', all)).filter((date) => daysTo(date) < 7);
    const leftByDay = sumByDay(wall, 'Europe/Berlin');
    assert.ok(leftByDay.includes(0), 'a full day within the week');
    assert.ok(leftByDay.includes(2), 'a day with 2 places within the week');

    const tea = (await datesOf('Tea ceremony in a town house', all)).filter((d) => daysTo(d) < 7);
    assert.ok(sumByDay(tea, 'Asia/Tokyo').includes(1), 'a nearly full day within the week');

    const listed = await products({ with_private_products: 'true' });
    assert.ok(listed.some(({ total }) => total === ''));
    assert.ok(listed.some(({ available }) => available <= 3));
    assert.ok(listed.some(({ shipping_address }) => shipping_address === 1));
    assert.ok(listed.some(({ dependencies }) => dependencies.length === 0));
    assert.ok(listed.some(({ dependencies: [first] }) => first?.events.some((e) => e.prices)));
  }
});

test('a start has the same local time on both sides of the two DST days', async () => {
  const { datesOf } = await openSandbox();
  const everything = { available: 'false', ignore_latest_booking_time: 'true' };
  const tenOClock = (await datesOf('The Wall by bike', everything))
    .map(({ date }) => date)
    .filter((date) => local(date, 'Europe/Berlin').time === '10:00');

  for (const moment of [
    '2027-03-27T09:00:00Z',
    '2027-03-28T08:00:00Z',
    '2027-10-30T08:00:00Z',
    '2027-10-31T09:00:00Z',
  ]) {
    assert.ok(tenOClock.includes(moment), moment);
  }
  assert.equal(tenOClock.length, 365);
});

test('every start is at a full or half hour where the event takes place, on every day', async () => {
  const { events, dates } = await openSandbox();
  const zones = new Map((await events({ type: 'ALL' })).map(({ id, timezone }) => [id, timezone]));

  for (const { event_id, date } of await dates({ available: 'false' })) {
    assert.match(local(date, zones.get(event_id) ?? '').time, /^(0[5-9]|1\d|2[01]):[03]0$/, date);
  }
});

test('a date never has more places free than it has, and some have fewer than their event', async () => {
  const { events, dates } = await openSandbox();
  const maximum = new Map((await events({ type: 'ALL' })).map((e) => [e.id, e.max_participants]));

  const all = await dates({ available: 'false' });

  assert.ok(all.every((d) => 0 <= d.available_slots && d.available_slots <= d.total_slots));
  assert.ok(all.every((d) => d.total_slots <= (maximum.get(d.event_id) ?? 0)));
  assert.ok(all.some((d) => d.total_slots < (maximum.get(d.event_id) ?? 0)));
});

test('addresses end in postcode and city, and every category has a title', async () => {
  const { events } = await openSandbox();

  for (const event of await events({ type: 'ALL' })) {
    assert.match(event.description, /^<p>.+<\/p>|<\/ul>$/);
    for (const address of [event.location, event.meeting_location]) {
      assert.match(address, /^[^,]+, [\d-]+ (Berlin|Lisbon|Kyoto|Costa da Caparica)$/);
    }
    assert.ok(event.categories.every(({ title }) => title !== ''));
  }
});

function allDates({ dates }: World) {
  return [...dates.all()];
}

function sumByDay(dates: readonly WireDate[], timeZone: string): number[] {
  const left = new Map<string, number>();
  for (const { date, available_slots } of dates) {
    const { day } = local(date, timeZone);
    left.set(day, (left.get(day) ?? 0) + available_slots);
  }
  return [...left.values()];
}
