import assert from 'node:assert/strict';
import { DAY } from '#contract/milliseconds';
import { operations } from '../../proxy/platform/operations.ts';
import {
  assertSame,
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

const group: is.Shape = {
  needed: { id: is.isText, name: is.isText, prices: is.isList },
  optional: {},
};

rule('Merged event: has price_groups instead of prices, and no root_event_id', async (platform) => {
  for (const event of await platform.list('listMergedEvents', all)) {
    assert.ok(!('prices' in event), `${idOf(event)} has prices`);
    assert.ok(!('root_event_id' in event), `${idOf(event)} has a root_event_id`);
    assert.ok(is.isList(event['price_groups']), `${idOf(event)} has no price_groups`);
    for (const one of itemsIn(event, 'price_groups')) is.assertShape(one, group, idOf(event));
  }
});

rule('List merged events: carries the prices of all pricelists', async (platform) => {
  const children = (await platform.list('listEvents', all)).filter(
    (event) => event['root_event_id'],
  );
  const child = need(children, (event) => itemsIn(event, 'prices').length > 0, 'pricelist');
  const merged = await platform.list('listMergedEvents', all);
  const carried = merged
    .flatMap((event) => itemsIn(event, 'price_groups'))
    .flatMap((one) => itemsIn(one, 'prices'))
    .map(({ id }) => id);

  for (const { id } of itemsIn(child, 'prices')) {
    assert.ok(carried.includes(id), `price ${String(id)} of ${idOf(child)} is in no group`);
  }
});

rule('Retrieve merged event: is the event that the list has', async (platform) => {
  const event = need(await platform.list('listMergedEvents', all), () => true, 'merged event');
  await assertRetrieved(platform, 'retrieveMergedEvent', event);
});

rule('List merged dates: is sorted by date by default', async (platform) => {
  const times = (await platform.list('listMergedDates', nextDays(platform))).map((date) =>
    textOf(date, 'date'),
  );
  assert.deepEqual(times, times.toSorted());
});

rule('Merged date: its fields have the types of the spec', async (platform) => {
  const needed = {
    id: is.isText,
    event_id: is.isText,
    date: is.isInstant,
    available_slots: is.isCount,
  };
  const optional = { total_slots: is.isCount, active: is.isWhole };
  for (const date of await platform.list('listMergedDates', nextDays(platform))) {
    is.assertShape(date, { needed, optional }, idOf(date));
  }
});

rule('Retrieve merged date: is the date that the list has', async (platform) => {
  const date = need(
    await platform.list('listMergedDates', nextDays(platform)),
    () => true,
    'merged date',
  );
  await assertRetrieved(platform, 'retrieveMergedDate', date);
});

async function assertRetrieved(
  { call }: Platform,
  name: 'retrieveMergedEvent' | 'retrieveMergedDate',
  item: Item,
): Promise<void> {
  const response = await call(name, { id: idOf(item) });
  if (response.status === 404) skip(`there is no ${operations[name].path} here`);
  assert.equal(((await response.json()) as Item)['id'], item['id']);
}

const reference: is.Shape = { needed: { id: is.isText }, optional: {} };
const dateReference: is.Shape = { needed: { id: is.isText, event_id: is.isText }, optional: {} };

function assertSummaries(items: readonly Item[]): void {
  for (const item of items) {
    assert.ok(is.isList(item['dates']) && is.isList(item['events']), JSON.stringify(item));
    for (const date of itemsIn(item, 'dates')) is.assertShape(date, dateReference, 'a date');
    for (const event of itemsIn(item, 'events')) is.assertShape(event, reference, 'an event');
  }
}

rule('List events and dates: has ids of dates and of events', async (platform) => {
  assertSummaries(await platform.page('listEventsAndDates', nextDays(platform)));
});

rule('List events and dates of a vendor: has ids of dates and of events', async (platform) => {
  const id = await firstVendor(platform);
  assertSummaries(await platform.page('listEventsAndDatesOfVendor', { id, ...nextDays(platform) }));
});

rule('List dates of a vendor: lists dates of the events of that vendor', async (platform) => {
  const id = await firstVendor(platform);
  const dates = await platform.list('listDatesOfVendor', { id, ...nextDays(platform) });
  const events = (await platform.list('listEventsOfVendor', { vendor_id: id, ...all })).map(idOf);
  for (const date of dates) {
    assert.ok(events.includes(textOf(date, 'event_id')), `${idOf(date)} is of another vendor`);
  }
});

rule('List orders of a vendor: lists orders of that vendor alone', async (platform) => {
  const range = { status: 'ALL', start_date: instant(platform.now() - 400 * DAY) };
  const id = await firstVendor(platform);
  const own = await platform.list('listOrdersOfVendor', { id, ...range });
  const orders = await platform.list('listOrders', range);

  assertSame(
    own,
    orders.filter((order) => order['vendor_id'] === id),
    'of the vendor',
  );
});

async function firstVendor({ list }: Platform): Promise<string> {
  return idOf(need(await list('listVendors'), () => true, 'vendor'));
}

function nextDays({ now }: Platform) {
  const range = { start_date: instant(now()), end_date: instant(now() + 3 * DAY) };
  return { available: 'false', ignore_latest_booking_time: 'true', ...range };
}
