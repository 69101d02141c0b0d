import assert from 'node:assert/strict';
import { MINUTE } from '#contract/milliseconds';
import { chooseCategory, rectangleAt } from './choices.ts';
import {
  assertSame,
  assertWithin,
  idOf,
  instant,
  type Item,
  itemsIn,
  need,
  type Platform,
  rule,
  skip,
  textOf,
} from './judge.ts';
import * as is from './shape.ts';

const all = { type: 'ALL' };
const everyDate = { available: 'false', ignore_latest_booking_time: 'true' };

const allEvents = ({ list }: Platform) => list('listEvents', all);
const datesOf = ({ list }: Platform, event: Item, parameters: Record<string, string> = {}) =>
  list('listDatesOfEvent', { event_id: idOf(event), ...everyDate, ...parameters });

const eventShape: is.Shape = {
  needed: {
    id: is.isText,
    title: is.isText,
    description: is.isText,
    vendor_id: is.isText,
    duration: is.isWhole,
    max_participants: is.isWhole,
    location: is.isText,
    location_lng: is.isNumber,
    location_lat: is.isNumber,
    meeting_location: is.isText,
    meeting_location_lng: is.isNumber,
    meeting_location_lat: is.isNumber,
    categories: is.isList,
    prices: is.isList,
  },
  optional: {
    active: is.isOneOf('1'),
    root_event_id: is.isText,
    timezone: is.isText,
    type: is.isOneOf('BOOKING', 'REQUEST'),
    pre_time: is.isWhole,
    bring: is.isText,
    location_place_id: is.isText,
    meeting_location_place_id: is.isText,
    advice: is.isText,
    hint: is.isText,
    participant_hint: is.isText,
    vendor_name: is.isText,
    youtubeVideoId: is.isText,
    voucher_checkout_url: is.isText,
    tags: is.isList,
    min_participants: is.isWhole,
    latest_booking_time: is.isWhole,
  },
};
const priceShape: is.Shape = {
  needed: { id: is.isWhole, value: is.isNumber, currency: is.isCurrency },
  optional: {
    title: is.isText,
    public: is.isOneOf(0, 1),
    category: is.isText,
    vat: is.isNumber,
    entry_units: is.isList,
  },
};

rule('Event: its fields have the types of the spec', async (platform) => {
  for (const event of await allEvents(platform)) is.assertShape(event, eventShape, idOf(event));
});

rule('Event: has no images in responses', async (platform) => {
  for (const event of await allEvents(platform)) assert.ok(!('images' in event), idOf(event));
});

rule('Event: title has 255 characters at most', async (platform) => {
  for (const event of await allEvents(platform)) {
    assert.ok(textOf(event, 'title').length <= 255, idOf(event));
  }
});

rule('Event: commission is a whole number from 0 to 100', async (platform) => {
  for (const { commission } of await allEvents(platform)) {
    if (commission === undefined || commission === null) continue;
    assert.ok(is.isCount(commission) && Number(commission) <= 100, String(commission));
  }
});

rule('Event: has at most ten highlights, each once', async (platform) => {
  for (const event of await allEvents(platform)) {
    const highlights = itemsIn(event, 'highlights');
    assert.ok(highlights.length <= 10, `${highlights.length} highlights`);
    assert.equal(new Set(highlights).size, highlights.length);
  }
});

rule('Event: categories have a whole number and a title', async (platform) => {
  const needed = { id: is.isWhole, title: is.isText };
  for (const event of await allEvents(platform)) {
    for (const category of itemsIn(event, 'categories')) {
      is.assertShape(category, { needed, optional: {} }, idOf(event));
    }
  }
});

rule('Price: its fields have the types of the spec', async (platform) => {
  for (const event of await allEvents(platform)) {
    for (const price of itemsIn(event, 'prices')) {
      is.assertShape(price, priceShape, idOf(event));
      for (const { type } of itemsIn(price, 'entry_units')) {
        assert.ok(is.isText(type), `the type of an entry unit is ${String(type)}`);
      }
    }
  }
});

rule('List events: type is BOOKING by default, and ALL is those and REQUEST', async (platform) => {
  const of = (type: string) => platform.list('listEvents', { type });
  const [bookings, requests] = [await of('BOOKING'), await of('REQUEST')];

  assertSame(await platform.list('listEvents'), bookings, 'default');
  assertSame(await allEvents(platform), [...bookings, ...requests], 'ALL');
  for (const { type = 'BOOKING' } of bookings) assert.equal(type, 'BOOKING');
  for (const { type = 'REQUEST' } of requests) assert.equal(type, 'REQUEST');
});

rule('Event lists: private prices come only when they are asked for', async (platform) => {
  const prices = async (parameters: Record<string, string>) =>
    (await platform.list('listEvents', { ...all, ...parameters })).flatMap((event) =>
      itemsIn(event, 'prices'),
    );
  const [shown, every] = [await prices({}), await prices({ with_private_prices: 'true' })];

  for (const price of shown) assert.notEqual(price['public'], 0);
  assertWithin(shown, every, 'a public price');
});

rule('Event lists: only_root_events leaves out pricelist children', async (platform) => {
  const roots = (await allEvents(platform)).filter((event) => !event['root_event_id']);
  assertSame(
    await platform.list('listEvents', { ...all, only_root_events: 'true' }),
    roots,
    'roots',
  );
});

rule('Event lists: only_main_duration keeps the pricelists of what it keeps', async (platform) => {
  const events = await allEvents(platform);
  const main = await platform.list('listEvents', { ...all, only_main_duration: 'true' });
  const kept = new Set(main.map(idOf));

  assertWithin(main, events, 'kept');
  // Nothing in an event tells whether its duration is the main one, but a pricelist has its root's.
  for (const event of events) {
    const isOfKept = kept.has(textOf(event, 'root_event_id'));
    assert.ok(!isOfKept || kept.has(idOf(event)), `${idOf(event)} is left out, and its root kept`);
  }
});

for (const parameter of ['category', 'categories']) {
  rule(`Event lists: ${parameter} finds the events of a category`, async (platform) => {
    const events = await allEvents(platform);
    const { isInTree, isOfIt, id } = chooseCategory(events);
    const found = await platform.list('listEvents', { ...all, [parameter]: id });

    assertWithin(events.filter(isOfIt), found, 'an event of the category');
    assertWithin(found, events.filter(isInTree), 'found');
  });
}

rule('Event lists: preferred_categories come first', async (platform) => {
  const events = await allEvents(platform);
  const { isInTree, isOfIt, id } = chooseCategory(events);
  const sorted = await platform.list('listEvents', { ...all, preferred_categories: id });
  const lastOfIt = sorted.findLastIndex(isOfIt);
  const firstOther = sorted.findIndex((event) => !isInTree(event));

  assert.equal(sorted.length, events.length);
  assert.ok(lastOfIt < firstOther, `${lastOfIt} before ${firstOther}`);
});

rule('Event lists: accept_vendors and exclude_vendors choose by vendor', async (platform) => {
  const events = await allEvents(platform);
  const vendor = textOf(
    need(events, () => true, 'event'),
    'vendor_id',
  );
  const [own, others] = [true, false].map((isOwn) =>
    events.filter((event) => (event['vendor_id'] === vendor) === isOwn),
  );

  const accepted = await platform.list('listEvents', { ...all, accept_vendors: vendor });
  assertSame(accepted, own ?? [], 'accepted');
  const rest = await platform.list('listEvents', { ...all, exclude_vendors: vendor });
  assertSame(rest, others ?? [], 'rest');
});

rule('Event lists: geolocation keeps what is in the rectangle', async (platform) => {
  const events = await allEvents(platform);
  const corner = need(events, () => true, 'event');
  const { geolocation, isWithin } = rectangleAt(corner);

  const found = await platform.list('listEvents', { ...all, geolocation });
  assertSame(found, events.filter(isWithin), 'in the rectangle');
});

for (const attribute of ['title', 'vendor_name', 'price', 'category_id', 'first_date']) {
  rule(`Event lists: order takes ${attribute}`, async (platform) => {
    const sorted = await platform.list('listEvents', { ...all, order: attribute });
    assert.equal(sorted.length, (await allEvents(platform)).length);
  });
}

rule(
  'Event: first_date comes with available_from alone, and is not before it',
  async (platform) => {
    for (const event of await allEvents(platform)) assert.ok(!event['first_date'], idOf(event));
    const from = instant(platform.now());
    for (const event of await platform.list('listEvents', { ...all, available_from: from })) {
      const { first_date } = event;
      assert.ok(is.isInstant(first_date) && String(first_date) >= from, String(first_date));
    }
  },
);

rule('Event lists: available_from includes the moment that it names', async (platform) => {
  const { event, last } = await lastDate(platform, () => true);
  const listed = async (from: string) =>
    (await platform.list('listEvents', { ...all, available_from: from })).map(idOf);

  assert.ok((await listed(last)).includes(idOf(event)), `${idOf(event)} at ${last}`);
  const later = instant(Date.parse(last) + 1_000);
  assert.ok(!(await listed(later)).includes(idOf(event)), `${idOf(event)} after ${last}`);
});

rule('Event lists: available_from includes events whose dates are full', async (platform) => {
  const { event, last } = await lastDate(platform, (date) => date['available_slots'] === 0);
  const found = await platform.list('listEvents', { ...all, available_from: last });

  assert.ok(found.map(idOf).includes(idOf(event)), `${idOf(event)} at ${last}`);
});

/** Finds an event whose last future date fits. */
async function lastDate(platform: Platform, fits: (date: Item) => boolean) {
  const start_date = instant(platform.now() + MINUTE);
  for (const event of (await allEvents(platform)).slice(0, 30)) {
    const dates = await datesOf(platform, event, { start_date });
    const last = dates
      .map((date) => textOf(date, 'date'))
      .toSorted()
      .at(-1);
    const ofThatTime = dates.filter((date) => date['date'] === last);
    if (last !== undefined && ofThatTime.every(fits)) return { event, last };
  }
  return skip('there is no event with such a last date here');
}
