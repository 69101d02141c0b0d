import assert from 'node:assert/strict';
import { beforeEach, test } from 'vitest';
import { PlatformMalformed } from '../../../proxy/platform/errors.ts';
import { listParameters } from '../../../proxy/platform/list-parameters.ts';
import { toEventsIn } from '../../../proxy/platform/translate.ts';
import { onlySite } from '../../../proxy/sites.ts';
import { wireEvent, wirePrice } from './wire-items.ts';

const toEvents = toEventsIn(undefined);

const skipped: string[] = [];
const note = (kind: string, field: string) => skipped.push(`${kind}.${field}`);
beforeEach(() => skipped.splice(0));

const oneEvent = (change: object) => toEvents([{ ...wireEvent, ...change }], note)[0];

test('an event brings its prices, limits and text, and nothing of its commission', () => {
  const event = oneEvent({});

  assert.deepEqual(event?.description, [
    { tag: 'p', children: ['On the ', { tag: 'strong', children: ['water'] }] },
  ]);
  assert.equal(event.summary, 'On the water');
  assert.deepEqual(event.price_group, {
    id: 'e1',
    name: 'Kayak',
    event_id: 'e1',
    duration: 90,
    latest_booking_time: 60,
    min_participants: 2,
    max_participants: 12,
    prices: [
      {
        id: 7,
        title: 'Adult',
        value: 3900,
        currency: 'EUR',
        category: 'Adult',
        vat: 19,
        entry_units: [{ type: 'ADULT' }],
      },
    ],
  });
  assert.doesNotMatch(JSON.stringify(event), /commission|public/);
});

test('an event that is entered after its start has opening hours', () => {
  assert.equal(oneEvent({ latest_booking_time: -420 })?.opening_hours, true);
  assert.equal(oneEvent({ latest_booking_time: 0 })?.opening_hours, false);
});

const lenientValues: [
  what: string,
  change: object,
  read: (event: ReturnType<typeof oneEvent>) => unknown,
  value: unknown,
][] = [
  ['a number as id', { id: 12 }, (event) => event?.id, '12'],
  ['active as a number', { active: 1 }, (event) => event?.id, 'e1'],
  ['active left out', { active: undefined }, (event) => event?.id, 'e1'],
  ['a number as a string', { duration: '45' }, (event) => event?.duration, 45],
  ['no root event as null', { root_event_id: null }, (event) => event?.root_event_id, ''],
  ['no pre_time', { pre_time: '' }, (event) => event?.pre_time, 0],
  ['no type', { type: undefined }, (event) => event?.type, 'BOOKING'],
  [
    'no latest booking time',
    { latest_booking_time: null },
    (event) => event?.price_group.latest_booking_time,
    0,
  ],
  [
    'a negative latest booking time',
    { latest_booking_time: -420 },
    (event) => event?.price_group.latest_booking_time,
    -420,
  ],
  [
    'one price where a list is meant',
    { prices: wirePrice },
    (event) => event?.price_group.prices.length,
    1,
  ],
  [
    'one category where a list is meant',
    { categories: { id: '2', title: 'W' } },
    (event) => event?.categories,
    [{ id: 2, title: 'W' }],
  ],
  [
    'a number where text is meant, and text that is none',
    { hint: 5, bring: null, advice: {} },
    (event) => [event?.hint, event?.bring, event?.advice],
    ['5', '', ''],
  ],
  [
    'a video address instead of an id',
    { youtubeVideoId: 'https://youtu.be/x' },
    (event) => event?.youtubeVideoId,
    '',
  ],
  [
    'a script as voucher address',
    { voucher_checkout_url: 'javascript:x' },
    (event) => event?.voucher_checkout_url,
    '',
  ],
  [
    'a mail as voucher address',
    { voucher_checkout_url: 'mailto:a@x.example' },
    (event) => event?.voucher_checkout_url,
    '',
  ],
  [
    'a price id as a string',
    { prices: [{ ...wirePrice, id: '7' }] },
    (event) => event?.price_group.prices[0]?.id,
    7,
  ],
  [
    'tags, without those that say nothing',
    {
      tags: [
        { title: 'Language', values: ['English', ' ', 'German'] },
        { title: 'Level', values: [] },
        { title: '', values: ['x'] },
        'Dogs',
      ],
    },
    (event) => event?.tags,
    [{ title: 'Language', values: ['English', 'German'] }],
  ],
  ['no tags', { tags: null }, (event) => event?.tags, []],
  [
    'eleven highlights',
    { highlights: 'abcdefghijk'.split('') },
    (event) => event?.highlights.length,
    10,
  ],
];
for (const [what, change, read, value] of lenientValues) {
  test(`reads ${what}`, () => assert.deepEqual(read(oneEvent(change)), value));
}

test('leaves out an inactive event without a log entry', () => {
  assert.deepEqual(toEvents([{ ...wireEvent, active: '0' }], note), []);
  assert.deepEqual(skipped, []);
});

const unusable: [field: string, value: unknown][] = [
  ['id', 'a,b'],
  ['id', 'a\n'],
  ['id', undefined],
  ['title', ''],
  ['type', 'PARTY'],
  ['duration', 'long'],
  ['duration', -5],
  ['timezone', 'Mars/Olympus'],
  ['timezone', undefined],
  ['vendor_id', ''],
  ['latest_booking_time', 'soon'],
  ['latest_booking_time', 1e12],
];
for (const [field, value] of unusable) {
  test(`skips an event whose ${field} is ${JSON.stringify(value)}, and no other`, () => {
    const events = toEvents(
      [
        { ...wireEvent, [field]: value },
        { ...wireEvent, id: 'e2' },
      ],
      note,
    );

    assert.deepEqual(
      events.map(({ id }) => id),
      ['e2'],
    );
    assert.deepEqual(skipped, [`event.${field}`]);
  });
}

test('an event without a time zone that exists has that of the site, and without either it is left out', () => {
  const { timezone: _, ...zoneless } = wireEvent;
  const zoneIn = (timeZone: string | undefined, event: object) =>
    toEventsIn(timeZone)([event], note).map(({ timezone }) => timezone);

  assert.deepEqual(zoneIn('Asia/Tokyo', zoneless), ['Asia/Tokyo']);
  assert.deepEqual(zoneIn('Asia/Tokyo', { ...zoneless, timezone: '' }), ['Asia/Tokyo']);
  assert.deepEqual(zoneIn('Asia/Tokyo', wireEvent), [wireEvent.timezone]);
  for (const timezone of ['Nowhere', '+01:00', 1]) {
    assert.deepEqual(zoneIn('Asia/Tokyo', { ...zoneless, timezone }), ['Asia/Tokyo']);
  }
  assert.deepEqual(skipped, []);
  assert.deepEqual(zoneIn(undefined, zoneless), []);
  assert.deepEqual(zoneIn(undefined, { ...zoneless, timezone: '+01:00' }), []);
  assert.deepEqual(skipped, ['event.timezone', 'event.timezone']);
});

test('a child without a time zone that exists leaves it to its root, whatever that of the site is', () => {
  const { timezone: _, ...zoneless } = { ...wireEvent, root_event_id: 'root' };

  for (const timeZone of ['Asia/Tokyo', undefined]) {
    for (const event of [zoneless, { ...zoneless, timezone: '+01:00' }]) {
      const [child] = toEventsIn(timeZone)([event], note);
      assert.equal(child?.timezone, '');
    }
  }
  assert.deepEqual(skipped, []);
});

test('skips values that are not objects', () => {
  assert.equal(toEvents([null, 5, 'x', [], wireEvent], note).length, 1);
});

test('a response that is not a list is malformed, not empty', () => {
  for (const value of [{}, null, 'x', { events: [] }]) {
    assert.throws(() => toEvents(value, note), PlatformMalformed);
  }
});

const badPrices: [field: string, change: object, skips: string[]][] = [
  ['a private price', { public: 0 }, []],
  ['a negative price', { value: -1 }, ['price.value']],
  ['a price with a fraction of a cent', { value: 1.005 }, ['price.value']],
  ['a price in yen and sen', { value: 10.5, currency: 'JPY' }, ['price.value']],
  ['a price that is no number', { value: 'free' }, ['price.value']],
  ['a price with a negative VAT', { vat: -1 }, ['price.vat']],
  ['a price of more VAT than price', { vat: 101 }, ['price.vat']],
  ['a price without currency', { currency: 'euro' }, ['price.currency']],
];
test('keeps a price that does not say whether it is public, because private ones are not asked for', () => {
  const { public: _, ...silent } = wirePrice;

  assert.deepEqual(
    oneEvent({ prices: [silent] })?.price_group.prices.map(({ id }) => id),
    [7],
  );
  const parameters = Object.values(
    listParameters(onlySite({ id: '', secret: '' }, new Set(), { locale: 'en' })),
  );
  assert.ok(parameters.every((query) => !('with_private_prices' in query)));
});

for (const [what, change, skips] of badPrices) {
  test(`leaves out ${what}, and keeps the others`, () => {
    const event = oneEvent({ prices: [{ ...wirePrice, id: 8, ...change }, wirePrice] });

    assert.deepEqual(
      event?.price_group.prices.map(({ id }) => id),
      [7],
    );
    assert.deepEqual(skipped, skips);
  });
}
