import assert from 'node:assert/strict';
import { find } from '../support.ts';
import type { WireEvent } from '../wire.ts';
import { need, rule, sandboxRule } from './platform.ts';

sandboxRule('Event: has the fields of the spec, and no images', async ({ event }) => {
  const fields = [
    ...['id', 'active', 'root_event_id', 'title', 'description', 'type', 'duration', 'pre_time'],
    ...['max_participants', 'timezone', 'location', 'location_place_id', 'location_lng'],
    ...['location_lat', 'meeting_location', 'meeting_location_lng', 'meeting_location_lat'],
    ...['meeting_location_place_id', 'vendor_id', 'bring', 'advice', 'hint', 'participant_hint'],
    ...['vendor_name', 'youtubeVideoId', 'voucher_checkout_url', 'highlights', 'categories'],
    ...['prices', 'tags', 'min_participants', 'latest_booking_time', 'commission'],
  ];

  const kayak = await event('Kayak on the Spree');

  assert.deepEqual(Object.keys(kayak).sort(), fields.sort());
});

sandboxRule('Event: active is a string, money and VAT are numbers', async ({ event }) => {
  const kayak = await event('Kayak on the Spree');
  const tea = await event('Tea ceremony in a town house');

  assert.equal(kayak.active, '1');
  assert.deepEqual(
    kayak.prices.map(({ value, currency, vat }) => [value, currency, vat]),
    [
      [39, 'EUR', 19],
      [24, 'EUR', 19],
    ],
  );
  assert.deepEqual([tea.prices[0]?.value, tea.prices[0]?.currency], [5500, 'JPY']);
});

rule('Event: commission is a whole percentage', async ({ events }) => {
  for (const { commission, title } of await events({ type: 'ALL' })) {
    assert.ok(Number.isInteger(commission) && commission >= 0 && commission <= 100, title);
  }
});

sandboxRule('Event: commission is above 0 for a reseller alone', async (sandbox) => {
  const own = await sandbox.as('vendor').events({ type: 'ALL' });

  assert.ok((await sandbox.events({ type: 'ALL' })).every(({ commission }) => commission > 0));
  assert.ok(own.length > 0 && own.every(({ commission }) => commission === 0));
});

sandboxRule(
  'Event: a pricelist child names its parent, also a parent that is a further duration',
  async ({ event }) => {
    const kayak = await event('Kayak on the Spree');
    const weekend = await event('Kayak on the Spree, weekend');
    const long = await event('Kayak on the Spree, long round');
    const longWeekend = await event('Kayak on the Spree, long round, weekend');

    assert.equal(kayak.root_event_id, '');
    assert.equal(weekend.root_event_id, kayak.id);
    assert.equal(long.root_event_id, '');
    assert.equal(longWeekend.root_event_id, long.id);
    assert.notEqual(long.duration, kayak.duration);
  },
);

rule('Event lists: only_root_events leaves out pricelist children', async ({ events }) => {
  const roots = await events({ only_root_events: 'true' });
  const all = await events();

  assert.deepEqual(
    roots,
    all.filter(({ root_event_id }) => root_event_id === ''),
  );
  assert.ok(roots.length < all.length);
});

sandboxRule(
  'Event lists: only_main_duration leaves out further durations and their pricelists',
  async ({ events }) => {
    const main = (await events({ only_main_duration: '1' })).map(({ title }) => title);

    assert.ok(main.includes('Kayak on the Spree'));
    assert.ok(main.includes('Kayak on the Spree, weekend'));
    assert.ok(!main.some((title) => title.includes('long round')));
  },
);

sandboxRule(
  'List events: type is BOOKING by default, and REQUEST or ALL when asked for',
  async ({ events }) => {
    const bookings = await events();
    const requests = await events({ type: 'REQUEST' });

    assert.ok(bookings.every(({ type }) => type === 'BOOKING'));
    assert.deepEqual(
      requests.map(({ title }) => title),
      ['Your own sailing boat on the Tagus'],
    );
    assert.equal((await events({ type: 'ALL' })).length, bookings.length + requests.length);
  },
);

sandboxRule(
  'Event lists: private prices are left out unless they are asked for',
  async ({ events }) => {
    const privatePrices = async (parameters: Record<string, string>) =>
      (await events(parameters)).flatMap(({ prices }) => prices.filter((price) => !price.public));

    assert.deepEqual(await privatePrices({}), []);
    assert.deepEqual(
      (await privatePrices({ with_private_prices: 'true' })).map(({ title }) => title),
      ['Partner hotel'],
    );
  },
);

sandboxRule(
  'Event lists: a category finds its own events and those of the categories below',
  async ({ events }) => {
    const onTheWater = await events({ category: '2' });
    const surf = await events({ category: '22' });
    const both = await events({ categories: '22,12' });

    assert.ok(onTheWater.some(({ title }) => title === 'Kayak on the Spree'));
    assert.deepEqual(
      surf.map(({ title }) => title),
      ['Sunrise surf lesson'],
    );
    assert.deepEqual(
      both.map(({ title }) => title),
      ['The Wall by bike', 'Sunrise surf lesson'],
    );
  },
);

sandboxRule(
  'Event lists: accept_vendors and exclude_vendors choose by vendor',
  async ({ events, vendors }) => {
    const { id } = find(await vendors(), ({ currency }) => currency === 'JPY');

    const accepted = await events({ accept_vendors: id });
    const rest = await events({ exclude_vendors: id });

    assert.ok(accepted.length > 0 && accepted.every(({ vendor_id }) => vendor_id === id));
    assert.ok(rest.length > 0 && rest.every(({ vendor_id }) => vendor_id !== id));
  },
);

sandboxRule(
  'Event lists: available_from keeps events with a date, and says when the first free one is',
  async ({ events, datesOf }) => {
    const from = '2026-12-01T00:00:00Z';

    const listed = await events({ available_from: from, order: 'first_date' });
    const kayak = find(listed, ({ title }) => title === 'Kayak on the Spree');
    const [first] = await datesOf('Kayak on the Spree', { start_date: from });

    assert.equal(kayak.first_date, first?.date);
    assert.deepEqual(
      listed,
      listed.toSorted((a, b) => sign(a.first_date, b.first_date)),
    );
  },
);

sandboxRule(
  'Event lists: available_from includes an event whose dates are all full, with its first one',
  async (sandbox) => {
    const dates = await sandbox.datesOf('Lantern night walk');
    const last = dates.at(-1);
    await sandbox.take(last?.id ?? '', last?.available_slots ?? 0);

    const listed = await sandbox.events({ available_from: last?.date ?? '' });
    const walk = find(listed, ({ title }) => title === 'Lantern night walk');

    assert.equal(walk.first_date, last?.date);
  },
);

rule('Event lists: there is no first_date without available_from', async ({ events }) => {
  assert.ok((await events()).every((event) => !('first_date' in event)));
});

rule('Event lists: order by price goes by the cheapest public price', async ({ events }) => {
  const cheapest = (await events({ order: '-price' })).map(({ prices }) =>
    Math.min(...prices.map(({ value }) => value)),
  );

  assert.deepEqual(
    cheapest,
    cheapest.toSorted((a, b) => b - a),
  );
});

sandboxRule(
  'Event lists: delta_since is empty when nothing has changed since',
  async ({ events }) => {
    assert.deepEqual(await events({ delta_since: '2026-11-21T09:00:00Z' }), []);
    assert.deepEqual(await events({ delta_since: '2020-01-01T00:00:00Z' }), await events());
  },
);

function sign(a = '', b = ''): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

sandboxRule(
  'Event lists: preferred_categories come first, the rest keeps its order',
  async ({ events }) => {
    const all = await events({ order: 'title' });
    const isOnWater = (event: WireEvent) => event.categories.some(({ id }) => id === 2);

    const listed = await events({ order: 'title', preferred_categories: '2,99' });

    assert.deepEqual(listed, [...all.filter(isOnWater), ...all.filter((e) => !isOnWater(e))]);
    assert.notDeepEqual(listed, all);
  },
);

rule(
  'Event lists: geolocation keeps the events whose location is in the rectangle',
  async ({ events }) => {
    const all = await events({ type: 'ALL' });
    const middle = need(all, () => true, 'event');
    const [lat, lng] = [middle.location_lat, middle.location_lng];
    const inside = (event: WireEvent) =>
      Math.abs(event.location_lat - lat) <= 0.5 && Math.abs(event.location_lng - lng) <= 0.5;

    const listed = await events({
      type: 'ALL',
      geolocation: [lat - 0.5, lng - 0.5, lat + 0.5, lng + 0.5].join(),
    });

    assert.deepEqual(listed, all.filter(inside));
    assert.ok(listed.length > 0);
  },
);

rule('Event lists: order accepts each attribute that the spec allows', async ({ events }) => {
  const read: [attribute: string, value: (event: WireEvent) => string | number][] = [
    ['duration', ({ duration }) => duration],
    ['max_participants', (event) => event.max_participants],
    ['category_id', ({ categories }) => categories[0]?.id ?? 0],
  ];
  for (const [attribute, value] of read) {
    const values = (await events({ order: attribute })).map(value);
    const reversed = (await events({ order: `-${attribute}` })).map(value);

    assert.deepEqual(
      values,
      values.toSorted((a, b) => Number(a) - Number(b)),
      attribute,
    );
    assert.deepEqual(reversed, values.toReversed(), attribute);
  }
  for (const attribute of ['title', 'vendor_name', 'price', 'first_date']) {
    assert.equal((await events({ order: attribute })).length, (await events()).length, attribute);
  }
});
