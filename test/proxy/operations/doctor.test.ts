import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createSandbox } from '../../../demo/sandbox/sandbox.ts';
import { readConfig } from '../../../proxy/config.ts';
import { examine } from '../../../proxy/operations/doctor.ts';
import { nextHistory, writeHistory } from '../../../proxy/store/history-row.ts';
import { createMemoryStore } from '../../../proxy/store/memory.ts';
import type { Store } from '../../../proxy/store/store.ts';
import { StoreDamaged } from '../../../proxy/store/store.ts';
import { START } from '../../support/world.ts';
import { changing, complaints, consult, type Situation, tokens, variables } from './consult.ts';

test('reports for a healthy proxy what its customers see', async () => {
  const { said } = await consult();
  const expected = [
    /^ok widget: it is built$/,
    /^ok address: https:\/\/book\.example answers$/,
    /^ok store: it can be written$/,
    /^ok store: no proxy has used it yet$/,
    /^ok credentials: the platform takes them$/,
    /^ok events: 19, 19 can be sold$/,
    /^ok dates: \d+ of event \w+ in 60 days$/,
    /^ok dates: kept in step by one call a minute$/,
    /^ok products: 12$/,
    /^ok vendors: \w+, \w+, \w+$/,
    /^ok orders: what became of them can be asked$/,
    /^ok clock: it is the platform's$/,
    /^ok budget: \d of 500000 calls this month$/,
    /^ok origins: https:\/\/shop\.example, https:\/\/other\.example$/,
  ];
  assert.equal(said.length, expected.length);
  for (const [index, line] of expected.entries()) assert.match(said[index] ?? '', line);
});

test('warns that visitors share one limit if TRUSTED_HOPS is 0', async () => {
  const ofEnv = async (env: Readonly<Record<string, string>>) =>
    complaints(await consult({ env })).filter((line) => line.includes('visitors:'));

  const [warning, ...others] = await ofEnv({ TRUSTED_HOPS: '0' });
  assert.match(warning ?? '', /^warn visitors: .* TRUSTED_HOPS says how many/);
  assert.deepEqual(others, []);
  assert.deepEqual(await ofEnv({ TRUSTED_HOPS: '0', PUBLIC_URL: 'http://localhost:8787' }), []);
});

test('warns of test keys of Stripe on a real platform, and of a missing webhook secret', async () => {
  const ofEnv = async (env: Readonly<Record<string, string>>) =>
    complaints(await consult({ env })).filter((line) => line.includes('payment:'));
  const live = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };
  const forTests = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };
  const webhook = { STRIPE_WEBHOOK_SECRET: 'whsec_1' };

  assert.deepEqual(await ofEnv({ ...live, ...webhook }), []);
  const [unheard, ...others] = await ofEnv(live);
  assert.match(unheard ?? '', /^warn payment: default has no webhook secret of Stripe/);
  assert.deepEqual(others, []);
  const [free] = await ofEnv({ ...forTests, ...webhook });
  assert.match(free ?? '', /^warn payment: default has the test keys of Stripe; .* set the live/);
});

for (const [source, said] of [
  ['listings', /^warn dates: deltas show no changed places, .* until 2026-11-22T/],
  ['events', /^warn dates: not listed for all events at once, .* until 2026-11-22T/],
] as const) {
  test(`reports where dates come from: ${source}`, async () => {
    const store = createMemoryStore();
    const until = START + 24 * 3_600_000;
    const key = `dates-source/${variables.PLATFORM_CLIENT_ID}`;
    await store.put(key, JSON.stringify({ v: 1, source, until }), 0);

    const [warning] = complaints(await consult({ store }));
    assert.match(warning ?? '', said);
  });
}

for (const [reason, age, said] of [
  ['store-new', 0, /^ok store: it has every order since 2026-11-21T09:00:00Z$/],
  ['store-restored', 0, /^ok store: it was restored before 2026-11-21T09:00:00Z$/],
  ['store-went-back', 0, /^warn store: at 2026-11-21T09:00:00Z .* compare the orders there/],
  ['store-went-back', 8, /^ok store: at 2026-11-13T09:00:00Z .* compare the orders there/],
] as const) {
  test(`reports since when the store has every order: ${reason}, ${age} days ago`, async () => {
    const store = createMemoryStore();
    const began = START - age * 24 * 3_600_000;
    await writeHistory(store, nextHistory(reason, began, undefined), 0);

    const lines = (await consult({ store })).said.filter((line) => line.includes('store: '));
    assert.match(lines[1] ?? '', said);
  });
}

test('warns of a site’s vendors without events on the platform', async () => {
  const { PLATFORM_CLIENT_ID, PLATFORM_CLIENT_SECRET } = variables;
  const one = { PLATFORM_CLIENT_ID: '', PLATFORM_CLIENT_SECRET: '', ALLOWED_ORIGINS: '' };
  const env = {
    ...one,
    SITES_FILE: 'sites.json',
    ID: PLATFORM_CLIENT_ID,
    SECRET: PLATFORM_CLIENT_SECRET,
  };
  const given = {
    key: 'shop',
    client_id_from: 'ID',
    client_secret_from: 'SECRET',
    origins: ['https://shop.example'],
  };
  const [vendor = ''] = (await consult()).said.flatMap(
    (line) => /^ok vendors: (\w+)/.exec(line)?.[1] ?? [],
  );
  const of = (...vendors: string[]) =>
    consult({ env, sites: JSON.stringify([{ ...given, vendors }]) });

  assert.deepEqual(complaints(await of(vendor, 'nobody', 'typo')), [
    'warn vendors: nobody, typo without events; are the ids right?',
  ]);
  assert.deepEqual(complaints(await of(vendor)), []);
});

/** Consults about a site of `SITES_FILE` with these settings. */
function consultSite(settings: object) {
  const env = {
    PLATFORM_CLIENT_ID: '',
    PLATFORM_CLIENT_SECRET: '',
    ALLOWED_ORIGINS: '',
    ID: variables.PLATFORM_CLIENT_ID,
    SECRET: variables.PLATFORM_CLIENT_SECRET,
    SITES_FILE: 'sites.json',
  };
  const site = {
    key: 'shop',
    client_id_from: 'ID',
    client_secret_from: 'SECRET',
    origins: ['https://shop.example'],
    ...settings,
  };
  return consult({ env, sites: JSON.stringify([site]) });
}

test('warns of preferred categories that no event on sale has', async () => {
  const warned = complaints(await consultSite({ preferred_categories: [2, 987, 988] }));
  assert.deepEqual(warned, [
    'warn preferred_categories: 987, 988 without events on sale here; are the ids right?',
  ]);
  assert.deepEqual(complaints(await consultSite({ preferred_categories: [2] })), []);
});

test('warns of durations that the site names but nobody sells', async () => {
  const ofEvents = (...ids: string[]) => consultSite({ durations: [ids] });
  const { said } = await ofEvents('nobody', 'typo');
  const [event = ''] = said.flatMap(
    (line) => /^ok dates: \d+ of event (\w+)/.exec(line)?.[1] ?? [],
  );

  assert.deepEqual(complaints(await ofEvents(event, 'typo')), [
    'warn durations: typo are no events on sale here; are the ids right?',
  ]);
  assert.deepEqual(complaints(await ofEvents(event, event)), []);
});

test('uses the token in the store instead of requesting a second one', async () => {
  const store = createMemoryStore();
  const options = { store, tokenRule: 'refuse' } as const;
  const sandbox = createSandbox({ clock: () => START, tokenRule: 'refuse' });
  const between = () => sandbox;
  await consult({ ...options, between });
  const second = await consult({ ...options, between });

  assert.ok(second.said.includes('ok credentials: the platform takes them'));
  const stranger = await consult({ between });
  assert.match(complaints(stranger)[0] ?? '', /^fail credentials: another program has their token/);
});

const wrongSecret = { PLATFORM_CLIENT_SECRET: 'canary-secret' };
const says: [when: string, situation: Situation, lines: RegExp[]][] = [
  [
    'the secret is wrong',
    { env: { PLATFORM_CLIENT_SECRET: 'canary-secret' } },
    [/^fail credentials: refused; are id and secret right\?$/],
  ],
  [
    'the platform is down',
    { scenario: 'down' },
    [/^fail platform: no token \(503\); is it up at PLATFORM_URL\?$/],
  ],
  [
    'the platform cannot be reached',
    { between: () => () => Promise.reject(new TypeError('fetch failed')) },
    [
      /^fail platform: https:\/\/platform.example cannot be reached from here: no answer; is it run/,
      /^warn clock: the platform does not say what time it is$/,
    ],
  ],
  [
    'there is something else at PLATFORM_URL',
    { between: () => async () => new Response('<p>', { status: 404 }) },
    [/^fail platform: it gives no tokens; is PLATFORM_URL its address, without \/v3\?$/, /^warn/],
  ],
  [
    'the client may not read events',
    { clients: [{ ...readOnly(), scopes: [] }] },
    [
      /^fail platform: it answers 403; the client lacks a scope$/,
      /^fail scopes: nobody can see dates; the client needs calendar_read$/,
      /^fail scopes: nobody can order; .* orders_write_owned or orders_write_all$/,
      /^fail scopes: what became of an order .* orders_read_owned or orders_read_all$/,
    ],
  ],
  [
    'the client may read and not order',
    { clients: [{ ...readOnly(), scopes: ['calendar_read', 'orders_read_all'] }] },
    [/^fail scopes: nobody can order; the client needs orders_write_owned or orders_write_all$/],
  ],
  [
    'the client may order and not ask what became of it',
    { clients: [{ ...readOnly(), scopes: ['calendar_read', 'orders_write_all'] }] },
    [
      /^fail platform: it answers 403; the client lacks a scope$/,
      /^fail scopes: what became of an order cannot be asked; the client needs orders_read_owned/,
    ],
  ],
  ['the clock is slow', { ahead: 31_500 }, [/^warn clock: 3[12] s behind the platform's; NTP/]],
  ['the clock is fast', { ahead: -40_000 }, [/^warn clock: 40 s ahead of the platform's; NTP/]],
  ['the clock is wrong', { ahead: 400_000 }, [/^fail clock: \d+ s behind the platform's; NTP/]],
  ['the clock is nearly right', { ahead: 29_000 }, []],
  [
    'the platform has no path for a vendor',
    {
      between: (platform) => async (request) =>
        new URL(request.url).pathname.startsWith('/v3/vendors')
          ? Response.json({ message: 'There is no such path' }, { status: 404 })
          : platform(request),
    },
    [/^warn vendors: the platform does not tell who they are; customers see no terms of theirs$/],
  ],
  [
    'nothing is on sale',
    { between: changing('/v3/events', () => []) },
    [/^fail events: 0, 0 can be sold; the platform's operator says which/],
  ],
  [
    'an event cannot be read',
    {
      between: changing('/v3/events', (list) =>
        list.map((one, at) => (at ? one : { ...one, vendor_id: null })),
      ),
    },
    [
      /^warn events: 1 unsellable: has no readable vendor_id: \w+$/,
      // Its child.
      /^warn events: 1 unsellable: names a root event that is not listed: \w+$/,
    ],
  ],
  [
    'no event has a public price',
    { between: changing('/v3/events', (list) => list.map((one) => ({ ...one, prices: [] }))) },
    [
      /^fail events: 19, 0 can be sold; the platform's operator/,
      /^warn events: 19 unsellable: has no public price: \w+(, \w+){4}$/,
    ],
  ],
  [
    'some events have no time zone, and others no price',
    {
      between: changing('/v3/events', (list) =>
        list.map((event, at) => {
          const { timezone: _, ...zoneless } = event;
          if (at < 3) return zoneless;
          return at < 5 ? { ...event, prices: [] } : event;
        }),
      ),
    },
    [
      /^warn events: 2 unsellable: has no public price: \w+, \w+$/,
      // The third is a child, which has the time zone of its root.
      /^warn events: 2 unsellable: has no time zone that exists; TIME_ZONE is that of .*: \w+, \w+$/,
      /^warn events: 2 unsellable: names a root event that is not listed: \w+, \w+$/,
    ],
  ],
  [
    'a child has no root that is listed',
    {
      between: changing('/v3/events', (list) =>
        list.map((event, at) => (at ? event : { ...event, root_event_id: 'gone' })),
      ),
    },
    [/^warn events: 2 unsellable: names a root event that is not listed: \w+, \w+$/],
  ],
  [
    'a date cannot be read',
    {
      between: changing('/dates', (list) =>
        list.map((date, at) => (at ? date : { ...date, date: 'soon' })),
      ),
    },
    [/^warn items: unreadable: date date$/],
  ],
  [
    'there are no dates',
    { between: changing('/dates', () => []) },
    [/^warn dates: 0 of event \w+ in 60 days$/],
  ],
  ['the widget is not built', { hasWidget: false }, [/^warn widget: .*npm run build makes it$/]],
  [
    'the address is not safe, and leads elsewhere',
    { env: { PUBLIC_URL: 'http://book.example' } },
    [
      /^warn address: .* is not https/,
      /^warn address: .*\/livez answers 404; does PUBLIC_URL lead to a proxy/,
    ],
  ],
  [
    'the platform is reached without TLS',
    { env: { PLATFORM_URL: 'http://platform.example' } },
    [/^warn platform: http:\/\/platform.example is not https; secret, token and customers can be/],
  ],
  [
    'a secret can be guessed',
    { env: { PROXY_SECRET: 'change-me-change-me-change-me-change-me' } },
    [/^warn secrets: PROXY_SECRET can be guessed; openssl rand -base64 32 makes one/],
  ],
  [
    'one secret is used twice',
    {
      env: {
        NOTIFICATION_CLIENT_ID: 'platform',
        NOTIFICATION_CLIENT_SECRET: variables.PROXY_SECRET,
      },
    },
    [
      /^warn secrets: PROXY_SECRET is another secret too; give it one of its own$/,
      /^warn secrets: NOTIFICATION_CLIENT_SECRET is another secret too/,
    ],
  ],
  [
    'the secret before is still set',
    { env: { PROXY_SECRET_BEFORE: 'Wp4Xa8dLr2eGu6kZt0qVy7mYf5bHs1nR' } },
    [/^warn secrets: leave PROXY_SECRET_BEFORE out once PROXY_SECRET is an hour old$/],
  ],
  [
    'the address is this machine',
    { env: { PUBLIC_URL: 'http://localhost:8787', ALLOWED_ORIGINS: 'http://localhost:3000' } },
    [
      /^warn visitors: PUBLIC_URL is the port of this proxy itself, .* set TRUSTED_HOPS to 0$/,
      /^warn address: .*\/livez answers 404/,
    ],
  ],
  [
    'the store cannot be written',
    { store: { ...createMemoryStore(), put: () => Promise.reject(new Error('disk full')) } },
    [/^fail store: it cannot be written; set STORE_URL to another file$/],
  ],
  [
    'a row of the store is lost',
    {
      env: { STORE_URL: 'file:/data/proxy.db' },
      store: { ...createMemoryStore(), list: () => Promise.reject(new StoreDamaged()) },
    },
    [/^fail store: STORE_URL names a damaged file, .*: \/data\/proxy\.db\. Stop every proxy on it/],
  ],
  [
    'the proxy beside it has a wrong secret',
    { proxyEnv: wrongSecret, env: wrongSecret },
    [/^fail credentials: refused; are id and secret right\?$/, /^warn clock/],
  ],
  [
    'the token endpoint is dead for the proxy beside it',
    { proxyEnv: {}, between: tokens(() => new Response('', { status: 404 })) },
    [
      /^fail platform: it gives no tokens; is PLATFORM_URL its address, without \/v3\?$/,
      /^warn clock/,
    ],
  ],
  [
    'the platform does not respond to the proxy beside it',
    { proxyEnv: {}, between: tokens(() => Promise.reject(new TypeError('fetch failed'))) },
    [/^fail platform: no token \(no answer\); is it up at PLATFORM_URL\?$/, /^warn clock/],
  ],
  [
    'the proxy beside it gets a token without its lifetime',
    {
      proxyEnv: {},
      between: tokens(() => Response.json({ access_token: 'canary', token_type: 'Bearer' })),
    },
    [
      /^fail platform: it gives a token that cannot be used: expires_in is missing or wrong/,
      /^warn clock/,
    ],
  ],
  [
    'the proxy beside it has the token of another secret of the client',
    { proxyEnv: {}, env: wrongSecret },
    [
      /^warn credentials: another secret's token is in use; this one is tried at 2026-11-21T10:00:00Z$/,
    ],
  ],
  [
    'the proxy beside it has another PROXY_SECRET',
    { proxyEnv: { PROXY_SECRET: 'Wp4Xa8dLr2eGu6kZt0qVy7mYf5bHs1nR' } },
    [/^fail credentials: the store's token was sealed with another PROXY_SECRET; use that$/],
  ],
  [
    'most of the month is used',
    { store: usedStore(420_000) },
    [/^warn budget: 4200\d\d of 500000 calls this month$/],
  ],
];
for (const [when, situation, lines] of says) {
  test(`says so when ${when}, and repeats no secret`, async () => {
    const { said } = await consult(situation);
    const found = complaints({ said });

    assert.equal(found.length, lines.length, said.join('\n'));
    for (const [index, line] of lines.entries()) assert.match(found[index] ?? '', line);
    assert.doesNotMatch(said.join('\n'), /canary|secret of thirty|sandbox-reseller-secret/);
  });
}

test('requests no token if the store has one that it cannot open, because that would end the proxy’s token', async () => {
  const proxyEnv = { PROXY_SECRET: 'Wp4Xa8dLr2eGu6kZt0qVy7mYf5bHs1nR' };
  assert.deepEqual((await consult({ proxyEnv })).asked, []);
  const same = await consult({ proxyEnv: {} });
  assert.ok(same.asked.includes('GET /v3/events') && !same.asked.includes('POST /oauth/token'));
});

test('orders nothing', async () => {
  const { asked } = await consult();
  const posted = asked.filter((call) => call.startsWith('POST'));
  assert.deepEqual(posted, ['POST /oauth/token']);
});

test('names the site of each line if there are several', async () => {
  const {
    PLATFORM_CLIENT_ID: ID,
    PLATFORM_CLIENT_SECRET: SECRET,
    ALLOWED_ORIGINS: _,
    ...rest
  } = variables;
  const entry = {
    client_id_from: 'ID',
    client_secret_from: 'SECRET',
    origins: ['https://a.example'],
  };
  const sites = JSON.stringify([
    { ...entry, key: 'north' },
    { ...entry, key: 'south', client_secret_from: 'WRONG' },
  ]);
  const config = readConfig(
    { ...rest, ID, SECRET, WRONG: 'canary', SITES_FILE: 'sites.json' },
    () => sites,
  );
  const said: string[] = [];
  const clock = () => START;
  const [fetch, store] = [createSandbox({ clock }), createMemoryStore()];
  await examine({ config, fetch, store, clock, monotonic: clock, hasWidget: true }, (_, text) =>
    said.push(text),
  );

  assert.ok(said.includes('north: credentials: the platform takes them'));
  assert.ok(said.includes('south: origins: https://a.example'));
});

function readOnly() {
  const { PLATFORM_CLIENT_ID: id, PLATFORM_CLIENT_SECRET: secret } = variables;
  return { id, secret, name: 'A client', kind: 'reseller' } as const;
}

function usedStore(events: number): Store {
  const store = createMemoryStore();
  void store.put(
    `budget/${variables.PLATFORM_CLIENT_ID}/2026-11`,
    JSON.stringify({ v: 1, events }),
    0,
  );
  return store;
}
