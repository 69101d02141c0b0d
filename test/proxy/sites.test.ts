import assert from 'node:assert/strict';
import { test } from 'vitest';
import { defaultFields } from '#contract/checkout-fields';
import type { EventDate } from '#contract/date.schema';
import type { ListedEvent, MergedEvent } from '#contract/event.schema';
import type { QuoteResponse } from '#contract/quote.schema';
import type { Site } from '#contract/site.schema';
import { sandboxClients } from '../../demo/sandbox/clients.ts';
import { toInstant } from '../../proxy/clock.ts';
import { readConfig } from '../../proxy/config.ts';
import { ConfigError } from '../../proxy/config-error.ts';
import {
  createWorld,
  newKey,
  noSingleSite,
  PROXY,
  requestFor,
  START,
  variables,
} from '../support/world.ts';

const { PLATFORM_CLIENT_ID, PLATFORM_CLIENT_SECRET, ALLOWED_ORIGINS, ...shared } = variables;
const { reseller, vendor } = sandboxClients;
const env = {
  ...shared,
  SITES_FILE: 'sites.json',
  NORTH_ID: reseller.id,
  NORTH_SECRET: reseller.secret,
  SOUTH_ID: vendor.id,
  SOUTH_SECRET: vendor.secret,
};
const north = {
  key: 'north',
  client_id_from: 'NORTH_ID',
  client_secret_from: 'NORTH_SECRET',
  origins: ['https://north.example'],
};
const south = {
  key: 'south',
  client_id_from: 'SOUTH_ID',
  client_secret_from: 'SOUTH_SECRET',
  origins: ['https://south.example', 'http://localhost:3000'],
};

test('three settings have a site paid at Stripe, and payment required', () => {
  const keys = {
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    STRIPE_WEBHOOK_SECRET_FILE: 'webhook',
  };
  const readText = () => 'whsec_1\n';
  const [only] = readConfig({ ...variables, ...keys }, readText).sites;
  const { orders, provider, publishable_key } = only?.payments ?? {};
  assert.deepEqual([orders, provider, publishable_key], ['required', 'stripe', 'pk_live_1']);
  assert.equal(only?.stripe?.webhook_secret, 'whsec_1');
  const optional = readConfig({ ...variables, ...keys, PAYMENT: 'optional' }, readText).sites[0];
  assert.equal(optional?.payments.orders, 'optional');

  const stripe = {
    secret_key_from: 'NORTH_STRIPE',
    webhook_secret_from: 'NORTH_WEBHOOK',
    publishable_key: 'pk_live_2',
  };
  const file = JSON.stringify([{ ...north, stripe }, south]);
  const named = { ...env, NORTH_STRIPE_FILE: 'key', NORTH_WEBHOOK: 'whsec_2' };
  const read = (path: string) => (path === 'key' ? 'sk_live_2\n' : file);
  const [first, second] = readConfig(named, read).sites;
  assert.deepEqual(first?.stripe, {
    secret_key: 'sk_live_2',
    webhook_secret: 'whsec_2',
    publishable_key: 'pk_live_2',
  });
  assert.deepEqual([second?.payments.orders, second?.payments.provider], ['none', undefined]);
});

const CANARY = 'CANARY_5f1c';
const question = { id: 'size', title: 'Shirt size', type: 'text' };
const invalidFiles: [message: RegExp, file: unknown][] = [
  [/^it is not JSON; look for a comma/, `[{"client_secret": "${CANARY}",,}]`],
  [/^it is not JSON/, ''],
  [/^it has to be a list/, {}],
  [/^it has to be a list/, []],
  [/^it has to be a list/, 'north'],
  [/^entry 1: .*expected object/, [null]],
  [/^entry 1: .*expected object/, [CANARY]],
  [/^entry 1: key: it is missing/, [{ ...north, key: undefined }]],
  [/^entry 1: key: a key has 1 to 64 letters/, [{ ...north, key: `${CANARY} !` }]],
  [/^entry 2 \(north\): key: entry 1 has the same; give it another/, [north, north]],
  [/^entry 2 \(south\): orgins: there is no such field/, [north, { ...south, orgins: [] }]],
  [/^entry 1 \(north\): client_secret: there is no/, [{ ...north, client_secret: CANARY }]],
  [/^entry 1 \(north\): client_id_from: it is missing/, [{ ...north, client_id_from: undefined }]],
  [
    /^entry 1 \(north\): client_secret_from: there is no variable of this name; set it/,
    [{ ...north, client_secret_from: CANARY }],
  ],
  [/^entry 1 \(north\): origins: it is missing/, [{ ...north, origins: undefined }]],
  [/^entry 1 \(north\): origins: .*>=1/, [{ ...north, origins: [] }]],
  [/^entry 1 \(north\): origins: .*expected array/, [{ ...north, origins: 'https://a.example' }]],
  ...['*', 'null', 'https://a.example/', 'HTTPS://A.EXAMPLE', 'https://a.example:443'].map(
    (origin): [RegExp, unknown] => [
      /^entry 1 \(north\): origins\.1: an origin looks like https:/,
      [{ ...north, origins: ['https://b.example', origin] }],
    ],
  ),
  [/^entry 1 \(north\): locale: a language is two/, [{ ...north, locale: 'deu' }]],
  [/^entry 1 \(north\): locale: .*expected string/, [{ ...north, locale: null }]],
  [
    /^entry 1 \(north\): vendors\.0: the platform lists no id with a comma/,
    [{ ...north, vendors: ['a,b'] }],
  ],
  [/^entry 1 \(north\): vendors\.0: an id has no control/, [{ ...north, vendors: ['a\0b'] }]],
  [/^entry 1 \(north\): terms_url: an address looks/, [{ ...north, terms_url: 'javascript:1' }]],
  [
    /^entry 1 \(north\): images\.e1\.0: a picture looks like https:/,
    [{ ...north, images: { e1: ['http://a.example/1.jpg'] } }],
  ],
  [/^entry 1 \(north\): images\.x+: /, [{ ...north, images: { ['x'.repeat(256)]: [] } }]],
  [/^entry 1 \(north\): durations\.0: .*>=2/, [{ ...north, durations: [['e1']] }]],
  [
    /^entry 1 \(north\): durations\.0\.1: .*expected string/,
    [{ ...north, durations: [['e1', 2]] }],
  ],
  [
    /^entry 1 \(north\): preferred_categories\.0: .*expected number/,
    [{ ...north, preferred_categories: ['Water'] }],
  ],
  [/^entry 1 \(north\): seller\.name: it is missing/, [{ ...north, seller: {} }]],
  [
    /^entry 1 \(north\): prices_include_vat: .*expected boolean/,
    [{ ...north, prices_include_vat: 'no' }],
  ],
  [
    /^entry 1 \(north\): questions\.0\.type: .*"text"\|"choice"\|"checkbox"/,
    [{ ...north, questions: [{ ...question, type: 'date' }] }],
  ],
  [
    /^entry 1 \(north\): questions\.0\.requierd: there is no such field/,
    [{ ...north, questions: [{ ...question, requierd: true }] }],
  ],
  [
    /^entry 1 \(north\): fields\.newsletter: .*"off"\|"optional"/,
    [{ ...north, fields: { newsletter: 'required' } }],
  ],
  [
    /^entry 1 \(north\): fields\.fax: there is no such field/,
    [{ ...north, fields: { fax: 'off' } }],
  ],
  [/^entry 1 \(north\): payment\.v\.de: /, [{ ...north, payment: { v: { de: '' } } }]],
  [/^entry 1 \(north\): payment\.v\.deu: /, [{ ...north, payment: { v: { deu: 'Bar.' } } }]],
  ...['pay-later', {}, { free_cancellation_hours: 0.5 }].map((promise): [RegExp, unknown] => [
    /^entry 1 \(north\): promises\.orders\.0: a promise is "pay-nothing-now", /,
    [{ ...north, promises: { orders: [promise] } }],
  ]),
  [
    /^entry 1 \(north\): promises\.orders\.0\.en: /,
    [{ ...north, promises: { orders: [{ en: '' }] } }],
  ],
  [
    /^entry 1 \(north\): promises\.vendors\.v: there are up to four promises/,
    [{ ...north, promises: { vendors: { v: Array(5).fill('pay-nothing-now') } } }],
  ],
  [
    /^promises of north: a line has no text in the site's language; add "de"/,
    [{ ...north, locale: 'de-x-informal', promises: { orders: [{ en: 'Small groups' }] } }],
  ],
  ...[
    [{ orders: ['pay-nothing-now'] }, { orders: 'required' }, 'orders'],
    [{ orders: ['pay-nothing-now'] }, { vendors: { v: 'optional' } }, 'orders'],
    [{ vendors: { v: ['pay-nothing-now'] } }, { orders: 'required' }, 'vendors.v'],
  ].map(([promises, payments, where]): [RegExp, unknown] => [
    new RegExp(`^promises of north: ${where as string}: pay-nothing-now is not true`),
    [{ ...north, promises, payments }],
  ]),
];

for (const [expected, file] of invalidFiles) {
  const text = typeof file === 'string' && file !== 'north' ? file : JSON.stringify(file);
  test(`SITES_FILE ${text.replaceAll(CANARY, '…').slice(0, 90)}: ${expected.source}`, () => {
    const message = refusalOf(() => readConfig(env, () => text));

    assert.match(message, /^SITES_FILE is wrong: [^\n]+$/);
    assert.match(message.replace('SITES_FILE is wrong: ', ''), expected);
    assert.ok(!message.includes(CANARY), message);
  });
}

test('a file that an editor has begun with a byte order mark is read', () => {
  const { sites } = readConfig(env, () => `\uFEFF${JSON.stringify([north])}`);
  assert.deepEqual(
    sites.map(({ key }) => key),
    ['north'],
  );
});

test('nothing to pay now is promised where orders are not paid as they are placed', () => {
  const promises = { orders: ['pay-nothing-now'], vendors: { v: [{ en: 'Small groups' }] } };
  const payments = { orders: 'none', vendors: { v: 'required' } };
  const text = JSON.stringify([{ ...north, promises, payments }]);
  const [site] = readConfig(env, () => text).sites;
  assert.deepEqual(site?.promises, promises);
});

test('a file that cannot be read is refused in one line', () => {
  const message = refusalOf(() =>
    readConfig(env, () => {
      throw Object.assign(new Error("no such file, open 'canary'"), { code: 'ENOENT' });
    }),
  );
  assert.equal(
    message,
    'SITES_FILE is wrong: set it to a file that this proxy may read: there is none of this name (ENOENT)',
  );
});

test('variables of a single site beside SITES_FILE are refused and named', () => {
  for (const name of ['PLATFORM_CLIENT_ID', 'ALLOWED_ORIGINS', 'LOCALE']) {
    const message = refusalOf(() => readConfig({ ...env, [name]: 'x' }, () => '[]'));
    assert.equal(message, `${name} is wrong: SITES_FILE has its place, leave it out`);
  }
});

test('two sites on one proxy have their own client, vendors, pictures, questions and orders', async () => {
  const first = open([north]);
  const all = (await first.get('north', '/v3/events')) as ListedEvent[];
  const [ownVendor, otherVendor] = [...new Set(all.map(({ vendor_id }) => vendor_id))];
  assert.ok(ownVendor && otherVendor);
  const pictured = all.find(
    ({ vendor_id, type }) => vendor_id === otherVendor && type === 'BOOKING',
  );
  assert.ok(pictured);
  const picture = 'https://north.example/1.jpg';
  const both = open([
    {
      ...north,
      vendors: [otherVendor],
      images: { [pictured.id]: [picture] },
      questions: [question],
      fields: { phone: 'off' },
      payment: { [otherVendor]: { de: 'Bar vor Ort.' } },
    },
    { ...south, locale: 'de', terms_url: 'https://south.example/agb' },
  ]);

  // The vendor's client sees its own events alone, and the reseller's what its entry names.
  const [northEvents, southEvents] = await Promise.all(
    ['north', 'south'].map(async (site) => (await both.get(site, '/v3/events')) as ListedEvent[]),
  );
  assert.ok(northEvents && southEvents);
  assert.deepEqual(vendorsOf(northEvents), [otherVendor]);
  assert.deepEqual(vendorsOf(southEvents), [ownVendor]);
  assert.deepEqual(northEvents.find(({ id }) => id === pictured.id)?.images, [picture]);
  const settings = (await both.get('north', '/site')) as Site;
  assert.deepEqual(
    settings.questions.map(({ id }) => id),
    ['size'],
  );
  assert.deepEqual(settings.fields, { ...defaultFields, phone: 'off' });
  assert.deepEqual(settings.payment, { [otherVendor]: { de: 'Bar vor Ort.' } });
  const { locale, terms_url, questions } = (await both.get('south', '/site')) as Site;
  assert.deepEqual([locale, terms_url, questions], ['de', 'https://south.example/agb', []]);

  for (const [site, listed] of [
    ['north', northEvents],
    ['south', southEvents],
  ] as const) {
    await both.placeOrder(site, listed);
  }
  const orders = await both.books();
  assert.deepEqual(
    orders.map(({ vendor_id }) => vendor_id).sort(),
    [ownVendor, otherVendor].sort(),
  );
  assert.deepEqual([...new Set(both.postedBy)], [reseller.id, vendor.id]);

  function open(entries: unknown[]) {
    const postedBy: string[] = [];
    const clients = new Map<string, string>();
    const world = createWorld({
      env: { ...noSingleSite, ...env },
      readText: () => JSON.stringify(entries),
      between: (platform) => async (request) => {
        const { pathname } = new URL(request.url);
        const form = pathname === '/oauth/token' ? await request.clone().text() : undefined;
        const response = await platform(request);
        if (form !== undefined) {
          const { access_token } = (await response.clone().json()) as { access_token: string };
          clients.set(`Bearer ${access_token}`, new URLSearchParams(form).get('client_id') ?? '');
        } else if (request.method === 'POST') {
          postedBy.push(clients.get(request.headers.get('Authorization') ?? '') ?? 'nobody');
        }
        return response;
      },
    });

    async function send(site: string, path: string, body?: unknown, key = ''): Promise<unknown> {
      const headers = {
        Origin: `https://${site}.example`,
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
      };
      const url = `${PROXY}${path}${path.includes('?') ? '&' : '?'}site=${site}`;
      const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
      const { status, text } = await world.read(new Request(url, { headers, ...init }));
      assert.ok(status < 400, `${path} ${status} ${text}`);
      return JSON.parse(text);
    }

    async function placeOrder(site: string, listed: readonly ListedEvent[]): Promise<void> {
      const [from, to] = [toInstant(START + 5 * 86_400_000), toInstant(START + 30 * 86_400_000)];
      for (const { id, type } of listed) {
        const event = (await send(site, `/v3/merged_events/${id}`)) as MergedEvent;
        const range = `start_date=${from}&end_date=${to}`;
        const dates = (await send(site, `/v3/events/${id}/dates?${range}`)) as EventDate[];
        const date = dates.find(
          ({ available_slots, event_id }) => available_slots >= 2 && event_id === id,
        );
        const group = event.price_groups.find(({ event_id }) => event_id === id);
        const price = group?.prices[0];
        if (!date || !price || type !== 'BOOKING' || group.min_participants > 2) continue;
        const prices = [{ price_id: price.id, amount: 2 }];
        const cart = { lines: [{ event_id: id, date_id: date.id, prices }], products: [] };
        const quote = (await send(site, '/checkout/quotes', cart)) as QuoteResponse;
        assert.ok(quote.orders[0]);
        await send(site, '/checkout/orders', requestFor(quote.orders[0]), newKey());
        return;
      }
      assert.fail(`${site} has nothing that can be booked`);
    }
    return {
      postedBy,
      placeOrder,
      books: world.books,
      get: (site: string, path: string) => send(site, path),
    };
  }
});

function vendorsOf(listed: readonly ListedEvent[]): string[] {
  return [...new Set(listed.map(({ vendor_id }) => vendor_id))];
}

function refusalOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.message;
  }
  return assert.fail('it has to be refused');
}
