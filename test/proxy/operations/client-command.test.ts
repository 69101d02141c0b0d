import assert from 'node:assert/strict';
import { test } from 'vitest';
import { DAY } from '#contract/milliseconds';
import { sandboxClients } from '../../../demo/sandbox/clients.ts';
import { runCommand } from '../../../proxy/operations/client-command.ts';
import type { RowResult } from '../../../proxy/operations/write-dates.ts';
import type { Fetch } from '../../../proxy/ports.ts';
import { createApiWorld, NOW } from '../platform/api-world.ts';

const time = (milliseconds: number) => new Date(milliseconds).toISOString().replace('.000', '');

/** The command of a vendor, with one file to read. */
function createShell(between?: (platform: Fetch) => Fetch) {
  const world = createApiWorld();
  const api = world.apiOf(sandboxClients.vendor, between);
  async function run(command: string, file: unknown = {}) {
    const printed = { out: '', error: '' };
    const code = await runCommand(command.split(' '), {
      api,
      readText: () => JSON.stringify(file),
      out: (text) => void (printed.out += text),
      error: (text) => void (printed.error += text),
    });
    return { code, ...printed };
  }
  return { ...world, run };
}

async function datesOf({ vendor }: ReturnType<typeof createShell>, length: number) {
  const [event] = await vendor.listEvents();
  return Array.from({ length }, (_, index) => ({
    event_id: event?.id ?? '',
    date: time(NOW + DAY + index * 60_000),
    available_slots: 4,
    total_slots: 4,
  }));
}

test('lists are a table for people, CSV for a spreadsheet, and JSON with all fields', async () => {
  const shell = createShell();
  const events = await shell.vendor.listEvents({ type: 'ALL' });

  const table = await shell.run('events list');
  const csv = await shell.run('events list --csv');
  const json = await shell.run('events list --json');

  assert.equal(table.out.split('\n').length, events.length + 2);
  assert.equal(csv.out.split('\r\n').length, events.length + 2);
  assert.match(csv.out, /^id,root_event_id,type,duration,vendor_id,title\r\n/);
  assert.deepEqual(JSON.parse(json.out), JSON.parse(JSON.stringify(events)));
  assert.deepEqual([table.code, csv.code, json.code], [0, 0, 0]);
});

test('orders are listed since a day, whatever their status', async () => {
  const { run, calls } = createShell();

  const { out, code } = await run('orders list --since 2026-11-01 --csv');

  assert.match(out, /^id,code,external_reference,date,status,/);
  assert.match(calls.at(-1) ?? '', /start_date=2026-11-01T00:00:00Z&.*status=ALL/);
  assert.equal(code, 0);
});

test('thousands of dates are created in batches, and each row that is not says why', async () => {
  const shell = createShell();
  const rows: object[] = await datesOf(shell, 2_500);
  rows[16] = { ...rows[16], date: 'tomorrow' };
  rows[1_999] = { ...rows[1_999], event_id: 'no-event' };
  const before = await shell.vendor.count.listDates();

  const { out, error, code } = await shell.run('dates create --file dates.json', rows);

  assert.equal(out, '2498 of 2500 dates created\n');
  assert.match(error, /^row 17 refused: date: .+\nrow 2000 refused: .+event_id: .+\n$/);
  assert.equal(code, 1);
  assert.equal((await shell.vendor.count.listDates()) ?? 0, (before ?? 0) + 2_498);
});

test('dates are updated in batches and one by one, and each row that is not says why', async () => {
  const shell = createShell();
  const { vendor, run } = shell;
  const [date] = await datesOf(shell, 1);
  assert.ok(date);
  const created = await Promise.all([1, 2, 3].map(() => vendor.createDate({ body: date })));
  const [first, ...others] = created.map(({ id }) => id);
  const rows = created.map(({ id }) => ({ date_id: id, total_slots: 9 }));

  const batch = await run('dates update --file d.json', [
    ...rows,
    { date_id: 'no', total_slots: 9 },
  ]);
  const single = await run(`date update ${first} --file d.json`, { total_slots: 7 });

  assert.equal(batch.out, '3 of 4 dates updated\n');
  assert.match(batch.error, /^row 4 refused: .+date_id: .+\n$/);
  assert.deepEqual([batch.code, single.code, single.out], [1, 0, `${first}\n`]);
  const listed = await vendor.listDates({ accept: created.map(({ id }) => id) });
  const slots = new Map(listed.map(({ id, total_slots }) => [id, total_slots]));
  assert.deepEqual(
    [first ?? '', ...others].map((id) => slots.get(id)),
    [7, 9, 9],
  );
});

test('after a batch without a clear response, its rows are unclear and nothing more is sent', async () => {
  let batches = 0;
  const shell = createShell((platform) => async (request) => {
    const response = await platform(request);
    if (!request.url.endsWith('/datesBatch')) return response;
    batches += 1;
    return batches === 2 ? new Response('', { status: 502 }) : response;
  });

  const { out, code } = await shell.run(
    'dates create --file dates.json --json',
    await datesOf(shell, 2_500),
  );

  const results = JSON.parse(out) as RowResult[];
  const count = (wanted: string) => results.filter(({ outcome }) => outcome === wanted).length;
  assert.deepEqual(['created', 'unclear', 'unsent'].map(count), [1_000, 1_000, 500]);
  assert.deepEqual([batches, code], [2, 1]);
});

test('a client that may not write is refused once, not row by row', async () => {
  const shell = createShell((platform) => (request) => {
    if (!request.url.endsWith('/datesBatch')) return platform(request);
    const body = { code: '40301', message: 'the token lacks a scope', user_message: 'No.' };
    return Promise.resolve(Response.json(body, { status: 403 }));
  });

  const { error } = await shell.run('dates create --file f', await datesOf(shell, 3));

  assert.match(error, /^row 1 refused: .*the token lacks a scope: No\.\n/);
  assert.equal(error.split('\n').length, 4);
});

test('a product is created and changed from a file, and its id is printed', async () => {
  const shell = createShell();
  const [vendor] = await shell.vendor.listVendors();
  const product = {
    vendor_id: vendor?.id,
    name: 'Apron',
    description: '',
    total: '',
    available: 5,
    price: 12,
    currency: 'EUR',
    shipping_address: 0,
    dependencies: [],
  };

  const created = await shell.run('product create --file apron.json', product);
  const id = created.out.trim();
  const changed = await shell.run(`product update ${id} --file p.json --json`, { price: 14 });

  assert.equal((JSON.parse(changed.out) as { price: number }).price, 14);
  assert.match((await shell.run('products list')).out, new RegExp(`${id} .* 14 +EUR +Apron`));
});

test('what the platform refuses is told in its words, and what is misspelt with the usage', async () => {
  const shell = createShell();

  const refused = await shell.run('event create --file e.json', { title: 'x' });
  const misspelt = await shell.run('events lists');
  const option = await shell.run('events list --cvs');
  const since = await shell.run('events list --since yesterday');
  const file = await shell.run('dates create');

  assert.deepEqual(
    [refused, misspelt, option, since, file].map(({ code }) => code),
    [1, 2, 2, 2, 2],
  );
  assert.match(refused.error, /body\.description: /);
  assert.match(misspelt.error, /there is no command “events lists”[^]+orders list/);
  assert.match(option.error + since.error + file.error, /--cvs[^]+--since is no time[^]+--file is/);
});

const aDraft = (title = 'Night paddle') => ({
  event: {
    title,
    description: '<p>When the lights go on.</p>',
    duration: 150,
    max_participants: 12,
    timezone: 'Europe/Berlin',
    location: 'Lichtkai 7',
    location_lng: 13.4,
    location_lat: 52.5,
    meeting_location: 'Lichtkai 7',
    meeting_location_lng: 13.4,
    meeting_location_lat: 52.5,
    images: ['iVBORw0KGgo='],
    categories: [{ id: 2, title: 'On the water' }],
    prices: [{ title: 'Adult', value: 52, currency: 'EUR' }],
  },
  dates: [1, 2].map((days) => ({
    date: time(NOW + days * DAY),
    available_slots: 12,
    total_slots: 12,
  })),
  pricelists: [
    {
      title: `${title}, weekend`,
      prices: [{ title: 'Adult', value: 60, currency: 'EUR' }],
      dates: [{ date: time(NOW + 3 * DAY), available_slots: 12, total_slots: 12 }],
    },
  ],
  products: [
    {
      name: 'Torch',
      description: '',
      total: 20,
      available: 20,
      price: 9.9,
      currency: 'EUR',
      shipping_address: 0,
    },
  ],
});

test('a draft is created with its dates, pricelists and products, for the client’s own vendor', async () => {
  const { run, vendor } = createShell();

  const { out, error, code } = await run('event create --file draft.json', aDraft());

  const [id = ''] = out.split('\n');
  const merged = await vendor.retrieveMergedEvent({ id });
  const children = (await vendor.listEvents()).filter((event) => event.root_event_id === id);
  const products = await vendor.listProducts();
  assert.deepEqual([error, code], ['', 0]);
  assert.match(
    out,
    /\n3 of 3 dates created\n1 of 1 pricelists created\n1 of 1 products created\n$/,
  );
  assert.deepEqual(
    merged.price_groups.map(({ prices }) => prices[0]?.value),
    [52, 60],
  );
  assert.equal((await vendor.listDatesOfEvent({ event_id: id })).length, 2);
  assert.equal((await vendor.listDatesOfEvent({ event_id: children[0]?.id ?? '' })).length, 1);
  const torch = products.find(({ name }) => name === 'Torch');
  assert.equal(torch?.dependencies[0]?.events[0]?.id, id);
});

test('a part of a draft that is refused is told with the reason, and the rest of it is created', async () => {
  const { run } = createShell();
  const draft = aDraft();
  const [product] = draft.products;
  const wrong = {
    ...draft,
    dates: [...draft.dates, { ...draft.dates[0], available_slots: 13 }],
    products: [{ ...product, currency: 'CHF' }, product],
  };

  const { out, error, code } = await run('event create --file draft.json', wrong);
  const json = await run('event create --file draft.json --json', wrong);

  assert.match(
    out,
    /\n3 of 4 dates created\n1 of 1 pricelists created\n1 of 2 products created\n$/,
  );
  assert.match(error, /^row 3 refused: .*available_slots/);
  assert.match(error, /\nthe product “Torch” was not created: .*currency/);
  assert.deepEqual([code, json.code], [1, 1]);
  const result = JSON.parse(json.out) as { dates: RowResult[]; failures: string[] };
  assert.deepEqual([result.dates.length, result.failures.length], [4, 1]);
});

test('a draft with a mistake in it creates nothing, and names each', async () => {
  const { run, calls } = createShell();
  const { event, ...rest } = aDraft();

  const { error, code } = await run('event create --file draft.json', {
    ...rest,
    event: { ...event, title: '', duration: 'long' },
  });

  assert.match(error, /^the draft cannot be used: event\.title: .*; event\.duration: /);
  assert.equal(code, 2);
  assert.ok(!calls.some((call) => call.startsWith('POST /v3')));
});

test('a client with several vendors has to name the one that a draft is for', async () => {
  const world = createApiWorld();
  const printed: string[] = [];
  const code = await runCommand(['event', 'create', '--file', 'draft.json'], {
    api: world.reseller,
    readText: () => JSON.stringify(aDraft()),
    out: (text) => void printed.push(text),
    error: (text) => void printed.push(text),
  });

  assert.equal(code, 2);
  assert.match(printed.join(''), /^event\.vendor_id is missing/);
});
