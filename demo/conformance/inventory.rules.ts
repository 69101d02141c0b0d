import assert from 'node:assert/strict';
import { DAY } from '#contract/milliseconds';
import {
  type Client,
  idOf,
  instant,
  isMissing,
  type Item,
  itemsIn,
  need,
  type Platform,
  rule,
  skip,
  textOf,
} from './judge.ts';

// Writes events, dates and products: with CONFORMANCE_WRITE=1 alone.

/** A transparent pixel, in PNG. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const TITLE = 'Conformance (not for sale)';

async function writerOf(platform: Platform, ...needed: string[]): Promise<Client> {
  if (!platform.mayWrite) skip('writes only with CONFORMANCE_WRITE=1');
  const writer = platform.vendor ?? platform;
  const scopes = await writer.scopes();
  const missing = needed.filter((scope) => scopes && !scopes.includes(scope));
  if (missing.length > 0) skip(`the client lacks ${missing.join(' and ')}`);
  return writer;
}

/** The body of a successful write. The spec fixes neither its path nor which client may do it. */
async function written(response: Response, what: string): Promise<Item> {
  if (isMissing(response)) skip(`there is no way to ${what} here`);
  if (response.status === 403) skip(`the client may not ${what}`);
  assert.ok(response.ok, `to ${what} gets ${response.status}`);
  return (await response.json()) as Item;
}

/** Whether the platform has refused what it is sent, as one that has this operation. */
function isRefused(response: Response): boolean {
  return response.status >= 400 && response.status < 500 && !isMissing(response);
}

/** An event like another one of the vendor, because categories and currency have to be real. */
async function newEvent(writer: Client): Promise<Item> {
  const events = await writer.list('listEvents', { type: 'ALL' });
  const isWhole = (event: Item) =>
    itemsIn(event, 'prices').length > 0 && itemsIn(event, 'categories').length > 0;
  const other = need(events, isWhole, 'event to take categories from');
  const fields = [
    ...['vendor_id', 'categories', 'location', 'location_lat', 'location_lng'],
    ...['meeting_location', 'meeting_location_lat', 'meeting_location_lng'],
  ];
  const currency = itemsIn(other, 'prices')[0]?.['currency'];
  return {
    ...Object.fromEntries(fields.map((field) => [field, other[field]])),
    title: TITLE,
    description: TITLE,
    duration: 60,
    max_participants: 2,
    images: [PIXEL],
    prices: [{ title: TITLE, value: 1, currency, vat: 0 }],
  };
}

type Create = (body: Item) => Promise<Response>;

/** Tries something on an event of its own, which is deactivated afterwards. */
async function withEvent(
  writer: Client,
  look: (event: Item, body: Item) => Promise<void>,
  create: Create = (body) => writer.call('createEvent', {}, body),
): Promise<void> {
  const body = await newEvent(writer);
  const event = await written(await create(body), 'create events');
  try {
    await look(event, body);
  } finally {
    const isOff = await deactivate(writer, event, body).catch(() => false);
    writer.leave(`event ${idOf(event)}${isOff ? ', inactive' : ', STILL ACTIVE'}`);
  }
}

async function deactivate(writer: Client, event: Item, body: Item): Promise<boolean> {
  const { vendor_id: _, ...fields } = body;
  return (await writer.call('updateEvent', { id: idOf(event) }, { ...fields, active: 0 })).ok;
}

const listed = (writer: Client, event: Item) =>
  writer.list('listEvents', { type: 'ALL', accept: idOf(event) });

rule('Create event: lists it as it was sent, without images', async (platform) => {
  const writer = await writerOf(platform, 'inventory_write');
  await withEvent(writer, async (event, body) => {
    assert.ok(!('images' in event), 'the response has images');
    await writer.eventually(async () => {
      const [found] = await listed(writer, event);
      for (const field of ['title', 'description', 'duration', 'max_participants', 'vendor_id']) {
        assert.equal(found?.[field], body[field], field);
      }
    });
  });
});

rule('Create event for a vendor: is of the vendor that the path names', async (platform) => {
  const writer = await writerOf(platform, 'inventory_write');
  await withEvent(
    writer,
    async (event, { vendor_id }) => {
      assert.equal(event['vendor_id'], vendor_id, 'vendor_id of the response');
      const ofVendor = { vendor_id: String(vendor_id), type: 'ALL', accept: idOf(event) };
      await writer.eventually(async () => {
        const listed = await writer.list('listEventsOfVendor', ofVendor);
        assert.deepEqual(listed.map(idOf), [idOf(event)], 'events of the vendor');
      });
    },
    (body) => writer.call('createEventForVendor', { vendor_id: textOf(body, 'vendor_id') }, body),
  );
});

rule('Create event for a vendor: is of no other vendor than the path names', async (platform) => {
  const writer = await writerOf(platform, 'inventory_write');
  const body = await newEvent(writer);
  const vendor_id = textOf(body, 'vendor_id');
  const other = { ...body, vendor_id: 'no-such-vendor' };
  const response = await writer.call('createEventForVendor', { vendor_id }, other);
  if (isRefused(response)) return;
  await withEvent(
    writer,
    async (event) => assert.equal(event['vendor_id'], vendor_id, 'vendor_id'),
    () => Promise.resolve(response),
  );
});

rule('Update event: one that is deactivated leaves the lists', async (platform) => {
  const writer = await writerOf(platform, 'inventory_write');
  await withEvent(writer, async (event, body) => {
    assert.ok(await deactivate(writer, event, body), 'it is not deactivated');
    await writer.eventually(async () => {
      assert.deepEqual((await listed(writer, event)).map(idOf), [], 'it is still listed');
    });
  });
});

const dateOf = (writer: Client, event: Item, days: number) => ({
  event_id: event['id'],
  date: instant(writer.now() + days * DAY),
  available_slots: 2,
  total_slots: 2,
});
const everyDate = { available: 'false', ignore_latest_booking_time: 'true' };
const datesOf = (writer: Client, event: Item) =>
  writer.list('listDatesOfEvent', { event_id: idOf(event), ...everyDate });

rule('Create date: lists it as it was sent', async (platform) => {
  await assertCreatesDate(platform, (writer, _, body) => writer.call('createDate', {}, body));
});

rule('Create date for an event: lists it among the dates of that event', async (platform) => {
  await assertCreatesDate(platform, (writer, event, body) =>
    writer.call('createDateForEvent', { id: idOf(event) }, body),
  );
});

rule('Create date for a vendor: lists it among the dates of that vendor', async (platform) => {
  await assertCreatesDate(
    platform,
    (writer, event, body) =>
      writer.call('createDateForVendor', { id: textOf(event, 'vendor_id') }, body),
    (writer, event) =>
      writer.list('listDatesOfVendor', {
        id: textOf(event, 'vendor_id'),
        accept_events: idOf(event),
        ...everyDate,
      }),
  );
});

rule('Create date for an event: is of no other event than the path names', async (platform) => {
  const writer = await writerOf(platform, 'inventory_write', 'calendar_write');
  await withEvent(writer, async (event) => {
    const body = { ...dateOf(writer, event, 30), event_id: 'no-such-event' };
    const response = await writer.call('createDateForEvent', { id: idOf(event) }, body);
    if (isRefused(response)) return;
    const date = await createdDate(writer, event, response);
    assert.equal(date['event_id'], event['id'], 'event_id');
  });
});

async function assertCreatesDate(
  platform: Platform,
  create: (writer: Client, event: Item, body: Item) => Promise<Response>,
  list = datesOf,
): Promise<void> {
  const writer = await writerOf(platform, 'inventory_write', 'calendar_write');
  await withEvent(writer, async (event) => {
    const body = dateOf(writer, event, 30);
    const date = await createdDate(writer, event, await create(writer, event, body));
    await assertListed(writer, event, date, body, list);
  });
}

async function createdDate(writer: Client, event: Item, response: Response): Promise<Item> {
  const date = await written(response, 'create dates');
  writer.leave(`date ${idOf(date)} of event ${idOf(event)}`);
  return date;
}

async function assertListed(
  writer: Client,
  event: Item,
  { id }: Item,
  fields: Item,
  list = datesOf,
): Promise<void> {
  await writer.eventually(async () => {
    const found = (await list(writer, event)).find((date) => date['id'] === id);
    assert.ok(found, 'it is not listed');
    for (const [field, value] of Object.entries(fields)) assert.equal(found[field], value, field);
  });
}

rule('Update date: changes places and time, and keeps what is not sent', async (platform) => {
  await withDate(platform, async (writer, event, date) => {
    const change = (changes: Item) => writer.call('updateDate', { id: idOf(date) }, changes);

    // Without the module Extended Availability Management it is refused (Table B).
    await written(await change({ total_slots: 5 }), 'update dates');
    await assertListed(writer, event, date, { date: date['date'], total_slots: 5 });
    const later = { date: dateOf(writer, event, 31).date };
    await written(await change(later), 'update dates');
    await assertListed(writer, event, date, { ...later, total_slots: 5 });
  });
});

rule('Update date: gives it to another event', async (platform) => {
  await withDate(platform, async (writer, event, date) => {
    await withEvent(writer, async (other) => {
      const change = { event_id: other['id'] };
      await written(await writer.call('updateDate', { id: idOf(date) }, change), 'update dates');

      await assertListed(writer, other, date, { ...change, date: date['date'] });
      assert.deepEqual(await datesOf(writer, event), [], 'dates of the event before');
    });
  });
});

async function withDate(
  platform: Platform,
  look: (writer: Client, event: Item, date: Item) => Promise<void>,
): Promise<void> {
  const writer = await writerOf(platform, 'inventory_write', 'calendar_write');
  await withEvent(writer, async (event) => {
    const response = await writer.call('createDate', {}, dateOf(writer, event, 30));
    await look(writer, event, await createdDate(writer, event, response));
  });
}

rule('Create dates in batch: processes each of them, and lists them', async (platform) => {
  const writer = await writerOf(platform, 'inventory_write', 'calendar_write');
  await withEvent(writer, async (event) => {
    const dates = await createBatch(writer, event);
    const times = dates.map((date) => textOf(date, 'date'));
    assert.equal(new Set(times).size, 2);
  });
});

async function createBatch(writer: Client, event: Item): Promise<Item[]> {
  const batch = [dateOf(writer, event, 30), dateOf(writer, event, 31)];
  const result = await written(await writer.call('createDates', {}, batch), 'create batches');
  assert.equal(result['processed_items'], batch.length, 'processed_items');
  assert.equal(typeof result['status'], 'string', 'status');
  let dates: Item[] = [];
  await writer.eventually(async () => {
    dates = await datesOf(writer, event);
    assert.equal(dates.length, batch.length, 'dates that are listed');
  });
  for (const date of dates) writer.leave(`date ${idOf(date)} of event ${idOf(event)}`);
  return dates;
}

rule('Update dates in batch: processes each of them, and lists their places', async (platform) => {
  const writer = await writerOf(platform, 'inventory_write', 'calendar_write');
  await withEvent(writer, async (event) => {
    const dates = await createBatch(writer, event);
    const batch = dates.map(({ id }) => ({ date_id: id, total_slots: 5 }));
    // Without the module Extended Availability Management it is refused (Table B).
    const result = await written(await writer.call('updateDates', {}, batch), 'update batches');
    assert.equal(result['processed_items'], batch.length, 'processed_items');
    await writer.eventually(async () => {
      for (const date of await datesOf(writer, event)) assert.equal(date['total_slots'], 5);
    });
  });
});

rule('Create product: lists it as it was sent', async (platform) => {
  await withProduct(platform, async (writer, product, body) => {
    await writer.eventually(async () => {
      const found = await productOf(writer, product);
      for (const field of ['vendor_id', 'name', 'total', 'available', 'price', 'currency']) {
        assert.equal(found?.[field], body[field], field);
      }
    });
  });
});

rule('Update product: changes the price, and keeps what is not sent', async (platform) => {
  await withProduct(platform, async (writer, product, body) => {
    const change = writer.call('updateProduct', { id: idOf(product) }, { price: 2 });
    await written(await change, 'update products');
    await writer.eventually(async () => {
      const found = await productOf(writer, product);
      assert.equal(found?.['price'], 2, 'price');
      assert.equal(found['name'], body['name'], 'name');
    });
  });
});

async function productOf(writer: Client, product: Item): Promise<Item | undefined> {
  const query = { accept: idOf(product), with_private_products: 'true' };
  return (await writer.list('listProducts', query))[0];
}

/** A product cannot be deactivated, so it is sold out afterwards. */
async function withProduct(
  platform: Platform,
  look: (writer: Client, product: Item, body: Item) => Promise<void>,
): Promise<void> {
  const writer = await writerOf(platform, 'inventory_write');
  const { vendor_id, prices } = await newEvent(writer);
  const body = {
    vendor_id,
    name: TITLE,
    description: TITLE,
    total: 1,
    available: 1,
    price: 1,
    currency: (prices as Item[])[0]?.['currency'],
    shipping_address: 0,
    dependencies: [],
  };
  const product = await written(await writer.call('createProduct', {}, body), 'create products');
  try {
    await look(writer, product, body);
  } finally {
    const soldOut = { price: 1, total: 0, available: 0 };
    const end = writer.call('updateProduct', { id: idOf(product) }, soldOut);
    const isOut = await end.then(({ ok }) => ok).catch(() => false);
    writer.leave(`product ${idOf(product)}${isOut ? ', sold out' : ', STILL ON SALE'}`);
  }
}
