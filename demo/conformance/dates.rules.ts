import assert from 'node:assert/strict';
import { DAY } from '#contract/milliseconds';
import type { Input } from './address.ts';
import { chooseCategory, rectangleAt } from './choices.ts';
import {
  assertSame,
  assertWithin,
  idOf,
  instant,
  type Item,
  need,
  type Platform,
  rule,
  skip,
  textOf,
} from './judge.ts';
import * as is from './shape.ts';

const everyDate = { available: 'false', ignore_latest_booking_time: 'true' };
const shape: is.Shape = {
  needed: {
    id: is.isText,
    event_id: is.isText,
    date: is.isInstant,
    available_slots: is.isCount,
    total_slots: is.isCount,
  },
  optional: { active: is.isWhole },
};

/** An event that has dates, and how they are listed. */
async function chooseEvent(platform: Platform, fewest = 1) {
  for (const event of (await platform.list('listEvents', { type: 'ALL' })).slice(0, 30)) {
    const listDates = (parameters: Input) =>
      platform.list('listDatesOfEvent', { event_id: idOf(event), ...parameters });
    const dates = await listDates({ ...everyDate, start_date: instant(platform.now()) });
    const times = [...new Set(dates.map((date) => textOf(date, 'date')))].toSorted();
    if (times.length >= fewest) return { event, listDates, dates, times };
  }
  return skip('there is no event with enough dates here');
}

rule('List dates of an event: lists dates of that event', async (platform) => {
  const { event, dates } = await chooseEvent(platform);
  for (const date of dates) assert.equal(date['event_id'], event['id']);
});

rule('Date: its fields have the types of the spec', async (platform) => {
  const { dates } = await chooseEvent(platform);
  for (const date of dates) is.assertShape(date, shape, idOf(date));
});

rule(
  'Date lists: only dates with a free place come, unless available is false',
  async (platform) => {
    const { listDates, dates } = await chooseEvent(platform);
    const range = { ignore_latest_booking_time: 'true', start_date: instant(platform.now()) };
    const free = await listDates(range);

    assertSame(
      free,
      dates.filter((date) => Number(date['available_slots']) > 0),
      'free',
    );
  },
);

rule('Date lists: start_date and end_date include the moments that they name', async (platform) => {
  const { listDates, dates, times } = await chooseEvent(platform, 3);
  const [start_date = '', end_date = ''] = [times[1], times[2]];
  const inRange = (date: Item) => {
    const at = textOf(date, 'date');
    return at >= start_date && at <= end_date;
  };

  const found = await listDates({ ...everyDate, start_date, end_date });
  assertSame(found, dates.filter(inRange), 'in the range');
});

rule('Date lists: ignore_latest_booking_time leaves nothing out', async (platform) => {
  const { listDates, dates } = await chooseEvent(platform);
  const range = { available: 'false', start_date: instant(platform.now()) };
  assertWithin(await listDates(range), dates, 'a date');
});

for (const attribute of ['date', 'available_slots', 'event_id']) {
  rule(`Date lists: order takes ${attribute}, and descends with a minus`, async (platform) => {
    const { listDates, dates } = await chooseEvent(platform, 2);
    const values = async (order: string) => {
      const range = { ...everyDate, start_date: instant(platform.now()) };
      const sorted = await listDates({ ...range, order });
      assert.equal(sorted.length, dates.length);
      return sorted.map((date) => date[attribute]);
    };
    const ascending = await values(attribute);

    assert.deepEqual(await values(`-${attribute}`), ascending.toReversed());
    const isSorted = ascending.every((value, at) => {
      const before = ascending[at - 1];
      return before === undefined || (before as string | number) <= (value as string | number);
    });
    assert.ok(isSorted || attribute === 'event_id', String(ascending));
  });
}

rule('List dates: is sorted by date by default', async (platform) => {
  const range = rangeOf(platform, 7);
  const times = (await platform.list('listDates', range)).map((date) => textOf(date, 'date'));
  assert.deepEqual(times, times.toSorted());
});

rule('Date lists: accept_events and exclude_events choose by event', async (platform) => {
  const range = rangeOf(platform, 7);
  const dates = await platform.list('listDates', range);
  const event_id = textOf(
    need(dates, () => true, 'date in a week'),
    'event_id',
  );
  const own = dates.filter((date) => date['event_id'] === event_id);
  const others = dates.filter((date) => date['event_id'] !== event_id);

  const accepted = await platform.list('listDates', { ...range, accept_events: event_id });
  assertSame(accepted, own, 'accepted');
  const rest = await platform.list('listDates', { ...range, exclude_events: event_id });
  assertSame(rest, others, 'rest');
});

/** Dates of a week, each with its event. */
async function datesWithEvents(platform: Platform) {
  const range = rangeOf(platform, 7);
  const events = new Map(
    (await platform.list('listEvents', { type: 'ALL' })).map((event) => [idOf(event), event]),
  );
  const dates = (await platform.list('listDates', range)).flatMap((date) => {
    const event = events.get(textOf(date, 'event_id'));
    return event ? [{ date, event }] : [];
  });
  /** Of those alone, because a date whose event is not listed cannot be judged. */
  const known = new Set(dates.map(({ date }) => idOf(date)));
  const list = async (parameters: Input) =>
    (await platform.list('listDates', { ...range, ...parameters })).filter((date) =>
      known.has(idOf(date)),
    );
  const of = (fits: (event: Item) => boolean) =>
    dates.filter(({ event }) => fits(event)).map(({ date }) => date);
  return { events: [...new Set(dates.map(({ event }) => event))], list, of };
}

rule('Date lists: accept_vendors and exclude_vendors choose by the event', async (platform) => {
  const { events, list, of } = await datesWithEvents(platform);
  const vendor = textOf(
    need(events, () => true, 'event with a date in a week'),
    'vendor_id',
  );
  const isOwn = (event: Item) => event['vendor_id'] === vendor;

  assertSame(await list({ accept_vendors: vendor }), of(isOwn), 'of the vendor');
  const others = of((event) => !isOwn(event));
  assertSame(await list({ exclude_vendors: vendor }), others, 'of the others');
});

rule('Date lists: category keeps the dates of events of a category', async (platform) => {
  const { events, list, of } = await datesWithEvents(platform);
  const { id, isOfIt, isInTree } = chooseCategory(events);
  const found = await list({ category: id });

  assertWithin(of(isOfIt), found, 'a date of the category');
  assertWithin(found, of(isInTree), 'found');
});

rule('Date lists: geolocation keeps the dates of events in the rectangle', async (platform) => {
  const { events, list, of } = await datesWithEvents(platform);
  const corner = need(events, () => true, 'event with a date in a week');
  const { geolocation, isWithin } = rectangleAt(corner);

  assertSame(await list({ geolocation }), of(isWithin), 'in the rectangle');
});

rule('Retrieve date: is the date that the list has', async (platform) => {
  const [date] = await platform.page('listDates', { ...rangeOf(platform, 7), limit: '1' });
  if (!date) return skip('there is no date in a week here');
  const response = await platform.call('retrieveDate', { id: idOf(date) });
  if (response.status === 404) skip('there is no path for one date here');

  assert.equal(((await response.json()) as Item)['id'], date['id']);
});

function rangeOf({ now }: Platform, days: number) {
  const end_date = instant(now() + days * DAY);
  return { ...everyDate, start_date: instant(now()), end_date };
}
