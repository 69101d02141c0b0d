import assert from 'node:assert/strict';
import { test } from 'vitest';
import { refuses } from '../refuses.ts';
import { eventFor, ownVendor, PIXEL, unchanged } from '../request-bodies.ts';
import { openSandbox } from '../support.ts';

const KAYAK = 'Kayak on the Spree';
const asVendor = { client: 'vendor' } as const;

const required = Object.keys(eventFor({ id: '', currency: '' }));

for (const name of required) {
  test(`Create event: ${name} is required`, async () => {
    const sandbox = await openSandbox(asVendor);
    const body = eventFor(await ownVendor(sandbox), { [name]: undefined });

    await refuses(sandbox.post('/v3/events', body), name);
  });
}

for (const name of required.filter((field) => field !== 'vendor_id')) {
  test(`Update event: ${name} stays required`, async () => {
    const { event, patch } = await openSandbox(asVendor);
    const kayak = await event(KAYAK);

    await refuses(patch(`/v3/events/${kayak.id}`, unchanged(kayak, { [name]: undefined })), name);
  });
}

const price = { title: 'Adult', value: 10, currency: 'EUR' };
const invalid: [name: string, what: string, value: unknown][] = [
  ['title', 'is empty', ''],
  ['title', 'has 256 characters', 'x'.repeat(256)],
  ['active', 'is a string', '1'],
  ['active', 'is 2', 2],
  ['type', 'is another word', 'ALL'],
  ['duration', 'is not whole', 1.5],
  ['duration', 'is negative', -1],
  ['pre_time', 'is negative', -1],
  ['max_participants', 'is zero', 0],
  ['min_participants', 'is negative', -1],
  ['min_participants', 'is more than max_participants', 13],
  ['latest_booking_time', 'is not whole', 0.5],
  ['timezone', 'is not one', 'Europe/Nowhere'],
  ['location_lat', 'is beyond the pole', 91],
  ['location_lng', 'is a string', '13.4'],
  ['meeting_location_lat', 'is beyond the pole', -91],
  ['meeting_location_lng', 'is beyond the circle', 181],
  ['root_event_id', 'is unknown', 'nothing'],
  ['youtubeVideoId', 'is an address', 'https://youtu.be/dQw4w9WgXcQ'],
  ['voucher_checkout_url', 'is not an address', 'vouchers'],
  ['images', 'is empty', []],
  ['images', 'has the same twice', [PIXEL, PIXEL]],
  ['images', 'is not base64', ['%%%']],
  ['images', 'is base64 of something else', ['SGVsbG8=']],
  ['highlights', 'has 11 items', Array.from({ length: 11 }, (_, index) => `Nr. ${index}`)],
  ['highlights', 'has the same twice', ['One', 'One']],
  ['categories', 'is empty', []],
  ['categories', 'has an unknown id', [{ id: 999, title: 'Else' }]],
  ['categories', 'begins below the top level', [{ id: 11, title: 'City walks' }]],
  ['categories', 'has an id as a string', [{ id: '1', title: 'Walks & tours' }]],
  ['tags', 'has values that are no list', [{ title: 'Language', values: 'en' }]],
  ['prices', 'has the same twice', [price, price]],
  ['prices', 'has a negative value', [{ ...price, value: -1 }]],
  ['prices', 'has a value as a string', [{ ...price, value: '10.00' }]],
  ['prices', 'has a tenth of a cent', [{ ...price, value: 1.001 }]],
  ['prices', 'has a currency of four letters', [{ ...price, currency: 'EURO' }]],
  ['prices', 'has a currency that the vendor does not sell in', [{ ...price, currency: 'XTS' }]],
  ['prices', 'brings an id', [{ ...price, id: 5 }]],
  ['prices', 'has a VAT above 100', [{ ...price, vat: 101 }]],
  ['prices', 'has another entry unit', [{ ...price, entry_units: [{ type: 'DOG' }] }]],
  ['commission', 'is above 100', 101],
  ['commission', 'is negative', -1],
  ['commission', 'is above 0 from a vendor', 10],
  ['vendor_name', 'is written by the platform', 'Me'],
  ['colour', 'is not a field', 'blue'],
];

for (const [name, what, value] of invalid) {
  test(`Event: is refused when ${name} ${what}`, async () => {
    const sandbox = await openSandbox(asVendor);
    const vendor = await ownVendor(sandbox);

    await refuses(sandbox.post('/v3/events', eventFor(vendor, { [name]: value })), name);
  });
}

test('Event: commission is a whole number up to 100, above 0 from a reseller alone', async () => {
  const sandbox = await openSandbox({
    client: {
      id: 'reseller-of-the-test',
      secret: 'secret',
      name: 'Test',
      kind: 'reseller',
      scopes: ['calendar_read', 'inventory_write', 'inventory_write_prices'],
    },
  });

  const [vendor] = await sandbox.vendors();
  const create = (commission: number) =>
    sandbox.post('/v3/events', eventFor(vendor ?? { id: '', currency: '' }, { commission }));

  assert.equal((await create(100)).status, 201);
  for (const commission of [101, -1, 10.5]) await refuses(create(commission), 'commission');
});

test('Event: a title of 255 characters and ten highlights are accepted', async () => {
  const sandbox = await openSandbox(asVendor);
  const changes = {
    title: 'x'.repeat(255),
    highlights: Array.from({ length: 10 }, (_, index) => `Nr. ${index}`),
  };

  const { status } = await sandbox.post('/v3/events', eventFor(await ownVendor(sandbox), changes));

  assert.equal(status, 201);
});
