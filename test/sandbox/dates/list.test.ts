import assert from 'node:assert/strict';
import { test } from 'vitest';
import { openSandbox } from '../support.ts';

test('List dates of an event: lists its own dates, not those of its pricelists', async () => {
  const { event, datesOf, dates } = await openSandbox();
  const everything = { available: 'false', ignore_latest_booking_time: 'true' };
  const { id } = await event('Kayak on the Spree');

  const own = await datesOf('Kayak on the Spree', everything);

  assert.ok(own.length > 300);
  assert.ok(own.every(({ event_id }) => event_id === id));
  assert.deepEqual(own, await dates({ ...everything, accept_events: id }));
});

test('List dates of an event: from and to are bounds, as in the example of the spec', async () => {
  const { event, list, datesOf } = await openSandbox();
  const { id } = await event('Kayak on the Spree');
  const all = await datesOf('Kayak on the Spree');
  const [early, middle, late] = [all[10]?.date ?? '', all[15]?.date ?? '', all[20]?.date ?? ''];
  const read = (parameters: Record<string, string>) => list(`/v3/events/${id}/dates`, parameters);

  assert.deepEqual(await read({ from: early, to: late }), all.slice(10, 21));
  assert.deepEqual(await read({ from: early, start_date: middle, to: late }), all.slice(15, 21));
  assert.deepEqual(await read({ from: early, end_date: middle, to: late }), all.slice(10, 16));
});

test('List dates of a vendor: lists what accept_vendors finds in the list of all', async () => {
  const { vendors, list, dates } = await openSandbox();

  for (const { id } of await vendors()) {
    const page = { available: 'false', limit: '200' };
    assert.deepEqual(
      await list(`/v3/vendors/${id}/dates`, page),
      await dates({ ...page, accept_vendors: id }),
    );
  }
});

test('Date lists: category and geolocation are those of the event', async () => {
  const { events, dates } = await openSandbox();
  const all = await events({ type: 'ALL' });
  const idsOf = (list: readonly { readonly id: string }[]) => new Set(list.map(({ id }) => id));
  const onTheWater = idsOf(all.filter(({ categories }) => categories.some(({ id }) => id === 2)));
  const inLisbon = idsOf(all.filter((event) => event.location_lng < 0));
  const eventsOf = async (parameters: Record<string, string>) =>
    new Set((await dates(parameters)).map(({ event_id }) => event_id));

  assert.deepEqual(await eventsOf({ category: '2' }), onTheWater);
  assert.deepEqual(await eventsOf({ geolocation: '38,-10,39,-9' }), inLisbon);
});

test('Date lists: match searches the title of the event', async () => {
  const { event, dates } = await openSandbox();
  const { id } = await event('Lantern night walk');

  assert.deepEqual(await dates({ match: 'lantern' }), await dates({ accept_events: id }));
});

test('Date lists: what accept and exclude choose by vendor and by event makes up the whole list', async () => {
  const { event, dates } = await openSandbox();
  const surf = await event('Sunrise surf lesson');
  const all = await dates();
  const isOf = (id: string) => (date: { readonly event_id: string }) => date.event_id === id;

  const ofVendor = await dates({ accept_vendors: surf.vendor_id });
  const ofOthers = await dates({ exclude_vendors: surf.vendor_id });

  assert.equal(ofVendor.length + ofOthers.length, all.length);
  assert.ok(ofVendor.some(isOf(surf.id)) && !ofOthers.some(isOf(surf.id)));
  assert.deepEqual(await dates({ accept_events: surf.id }), all.filter(isOf(surf.id)));
  assert.deepEqual(
    await dates({ exclude_events: surf.id }),
    all.filter((date) => !isOf(surf.id)(date)),
  );
});
