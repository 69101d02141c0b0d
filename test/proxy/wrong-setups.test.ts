import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { readConfig } from '../../proxy/config.ts';
import { ConfigError } from '../../proxy/config-error.ts';
import { checkSettings } from '../../proxy/operations/doctor-settings.ts';
import { checkLanguages } from '../../proxy/routes/languages.ts';
import { listenProxy } from '../../proxy/server.ts';
import { noSingleSite } from '../support/world.ts';
import {
  changing,
  complaints,
  consult,
  type Situation,
  variables as given,
} from './operations/consult.ts';

// What an operator can get wrong: each is told where it is noticed, with what to do about it.

const folder = mkdtempSync(join(tmpdir(), 'wrong-setups-'));
afterAll(() => rmSync(folder, { recursive: true }));
const variables = {
  ...given,
  HOST: '127.0.0.1',
  PORT: '0',
  TRUSTED_HOPS: '1',
  STORE_URL: `file:${join(folder, 'proxy.db')}`,
};
const assets = { 'messages/de.json': '{}', 'messages/de-x-informal.json': '{}' };

type Files = Readonly<Record<string, string>>;

function readerOf(files: Files) {
  return (path: string) => {
    if (files[path] !== undefined) return files[path];
    throw Object.assign(new Error(), { code: path.endsWith('/') ? 'EISDIR' : 'ENOENT' });
  };
}

/** What a proxy prints when it starts: why it ends, or its warnings. */
async function start(env: Readonly<Record<string, string>>, files: Files = {}): Promise<string[]> {
  const said: string[] = [];
  try {
    const config = readConfig({ ...variables, ...env }, readerOf(files));
    const fetch = () => Promise.reject(new TypeError('fetch failed'));
    const proxy = await listenProxy({ config, assets, fetch, log: () => {} });
    await proxy.close();
    checkSettings(config, (_, text) => said.push(text));
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    said.push(error.message);
  }
  return said;
}

const site = {
  key: 'north',
  client_id_from: 'NORTH_ID',
  client_secret_from: 'NORTH_SECRET',
  origins: ['https://north.example'],
};
const ofSites = { ...noSingleSite, SITES_FILE: 'sites.json', NORTH_ID: 'a', NORTH_SECRET: 'b' };
const sitesFile = (change: object = {}) => ({
  'sites.json': JSON.stringify([{ ...site, ...change }]),
});

const stripe = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const atStart: [what: string, told: RegExp, env: Record<string, string>, files?: Files][] = [
  [
    'the platform’s address ends in /v3',
    /^PLATFORM_URL is wrong: set it to the address of the platform without \/v3/,
    { PLATFORM_URL: 'https://platform.example/v3/' },
  ],
  [
    'the platform’s address is a name alone',
    /^PLATFORM_URL is wrong: set it to .* such as https:\/\/api\.example\.com$/,
    { PLATFORM_URL: 'platform.example' },
  ],
  [
    'two letters of a variable are swapped',
    /^PLATFORM_ULR is wrong: there is no such variable; call it PLATFORM_URL, or leave it out$/,
    { PLATFORM_URL: '', PLATFORM_ULR: 'https://platform.example' },
  ],
  [
    'a letter of a variable with a default is missing',
    /^TRUSTED_HOP is wrong: there is no such variable; call it TRUSTED_HOPS/,
    { TRUSTED_HOP: '1' },
  ],
  [
    'a variable is in one word',
    /^TIMEZONE is wrong: .* call it TIME_ZONE/,
    { TIMEZONE: 'Asia/Tokyo' },
  ],
  [
    'the variable of a secret’s file is misspelt',
    /^PROXY_SECRETS_FILE is wrong: .* call it PROXY_SECRET_FILE/,
    { PROXY_SECRET: '', PROXY_SECRETS_FILE: 'secret' },
    { secret: given.PROXY_SECRET },
  ],
  [
    'the file of sites is not there',
    /^SITES_FILE is wrong: set it to a file that this proxy may read: there is none of this name/,
    ofSites,
  ],
  [
    'the file of sites is a folder',
    /^SITES_FILE is wrong: set it to a file .*: it is a folder/,
    { ...ofSites, SITES_FILE: 'sites/' },
  ],
  [
    'the file of sites has a comma too many',
    /^SITES_FILE is wrong: it is not JSON; look for a comma/,
    ofSites,
    { 'sites.json': '[{},]' },
  ],
  [
    'a site names a variable that is not set',
    /^SITES_FILE is wrong: entry 1 \(north\): client_secret_from: .* set it$/,
    { ...ofSites, NORTH_SECRET: '' },
    sitesFile(),
  ],
  [
    'a site has a language that the widget has not',
    /^SITES_FILE is wrong: north: locale: there is no language pl; set it to one of de, de-x-informal, en$/,
    ofSites,
    sitesFile({ locale: 'pl' }),
  ],
  [
    'the only site has such a language',
    /^LOCALE is wrong: there is no language pl; set it to one of de, de-x-informal, en$/,
    { LOCALE: 'pl' },
  ],
  [
    'the language is a word',
    /^LOCALE is wrong: set it to a language of the widget, such as de/,
    { LOCALE: 'german' },
  ],
  [
    'the trusted hops are a word',
    /^TRUSTED_HOPS is wrong: set it to how many proxies of yours stand before this one, 0 to 10$/,
    { TRUSTED_HOPS: 'all' },
  ],
  [
    'no hop is trusted although a proxy with TLS has to stand before this one',
    /^visitors: .* TRUSTED_HOPS says how many; without it .* order with 20 e-mail addresses a day$/,
    { TRUSTED_HOPS: '0' },
  ],
  [
    'a hop is trusted although nothing stands before this proxy',
    /^visitors: .* anybody can forge an address; set TRUSTED_HOPS to 0$/,
    {
      PORT: '18787',
      PUBLIC_URL: 'http://localhost:18787',
      ALLOWED_ORIGINS: 'http://localhost:3000',
    },
  ],
  [
    'the proxy’s address is the platform’s',
    /^PUBLIC_URL is wrong: set it to this proxy's address, not the platform's$/,
    { PUBLIC_URL: given.PLATFORM_URL },
  ],
  [
    'the proxy’s address has no TLS',
    /^address: .* is not https; pages that are will not load it; put a proxy with TLS before/,
    { PUBLIC_URL: 'http://book.example' },
  ],
  [
    'the platform’s address has no TLS',
    /^platform: .* is not https; .*; set PLATFORM_URL to https:\/\/$/,
    { PLATFORM_URL: 'http://platform.example' },
  ],
  [
    'the proxy’s address is this machine, and its pages are elsewhere',
    /^address: .* is each customer's own machine; set PUBLIC_URL to this proxy's address$/,
    { PUBLIC_URL: 'http://localhost:9999' },
  ],
  [
    'an origin has a path',
    /^ALLOWED_ORIGINS is wrong: set it to the origins of your pages/,
    { ALLOWED_ORIGINS: 'https://shop.example/booking' },
  ],
  [
    'every origin is allowed',
    /^ALLOWED_ORIGINS is wrong: set it to the origins of your pages/,
    { ALLOWED_ORIGINS: '*' },
  ],
  [
    'the secret is short',
    /^PROXY_SECRET is wrong: .* openssl rand -base64 32$/,
    { PROXY_SECRET: 'secret' },
  ],
  [
    'the secret is that of an example',
    /^secrets: PROXY_SECRET can be guessed; openssl rand/,
    { PROXY_SECRET: 'change-me-change-me-change-me-change-me' },
  ],
  [
    'the file of a secret is not there',
    /^PROXY_SECRET_FILE is wrong: set it to a file that this proxy may read: there is none/,
    { PROXY_SECRET: '', PROXY_SECRET_FILE: '/run/secrets/proxy' },
  ],
  [
    'the file of a secret is empty',
    /^PROXY_SECRET_FILE is wrong: set it to a file that is not empty$/,
    { PROXY_SECRET: '', PROXY_SECRET_FILE: 'secret' },
    { secret: '\n' },
  ],
  [
    'a secret is given twice',
    /^PROXY_SECRET_FILE is wrong: PROXY_SECRET is set too; leave one out$/,
    { PROXY_SECRET_FILE: 'secret' },
    { secret: given.PROXY_SECRET },
  ],
  [
    'a password has a slash',
    /^STORE_URL is wrong: .* percent-encoded in the password \(%2F for a \/\)$/,
    { STORE_URL: 'postgres://booking:a/b@database/booking' },
  ],
  [
    'the store is in memory',
    /^store: memory: loses token and orders at each restart; set STORE_URL to a file$/,
    { STORE_URL: 'memory:' },
  ],
  [
    'the store is where nothing can be written',
    /^STORE_URL is wrong: set it to a file that this proxy may write$/,
    { STORE_URL: 'file:/dev/null/proxy.db' },
  ],
  [
    'the receiver has an id and no secret',
    /^NOTIFICATION_CLIENT_SECRET is missing: set it as well, or leave out NOTIFICATION_CLIENT_ID$/,
    { NOTIFICATION_CLIENT_ID: 'platform' },
  ],
  [
    'both listeners have one port',
    /^ADMIN_PORT is wrong: set it to another port than PORT, or leave it out$/,
    { PORT: '18788', ADMIN_PORT: '18788' },
  ],
  [
    'orders are given up while they are sent',
    /^ORDER_SETTLE_SECONDS is wrong: set it to 30 or more/,
    { ORDER_SETTLE_SECONDS: '5' },
  ],
  [
    'orders have to be paid, and there is nothing to pay with',
    /^the payments of site default are wrong: there is no payment provider; set PAYMENT .* to none$/,
    { PAYMENT: 'required' },
  ],
  [
    'a real platform’s tickets would be given away',
    /^PAYMENT_PROVIDER is wrong: the provider test takes no money, .* on this machine; leave it out$/,
    { PAYMENT: 'required', PAYMENT_PROVIDER: 'test' },
  ],
  [
    'a real platform’s tickets would be given away on one of several sites',
    /^SITES_FILE is wrong: payments of north: the provider test takes no money/,
    ofSites,
    sitesFile({ payments: { orders: 'required', provider: 'test' } }),
  ],
  [
    'there is no such payment provider',
    /^PAYMENT_PROVIDER is wrong: set it to test, or leave it out; Stripe is chosen by STRIPE_SECRET_KEY$/,
    { PAYMENT_PROVIDER: 'Test' },
  ],
  [
    'the secret key of Stripe would be shown to every visitor',
    /^STRIPE_PUBLISHABLE_KEY is wrong: .* begins with pk_; every visitor sees it, so make a new/,
    { ...stripe, STRIPE_PUBLISHABLE_KEY: 'sk_live_1' },
  ],
  [
    'the publishable key of Stripe stands for the secret one',
    /^STRIPE_SECRET_KEY is wrong: set it to the secret key of Stripe, which begins with sk_ or rk_$/,
    { ...stripe, STRIPE_SECRET_KEY: 'pk_live_1' },
  ],
  [
    'a key of Stripe stands for the webhook’s secret',
    /^STRIPE_WEBHOOK_SECRET is wrong: .* begins with whsec_, or leave it out$/,
    { ...stripe, STRIPE_WEBHOOK_SECRET: 'sk_live_1' },
  ],
  [
    'a key of Stripe is missing',
    /^STRIPE_PUBLISHABLE_KEY is missing: set it as well, or leave out STRIPE_SECRET_KEY$/,
    { STRIPE_SECRET_KEY: 'sk_live_1' },
  ],
  [
    'one key of Stripe is for tests',
    /^STRIPE_SECRET_KEY is wrong: one key of Stripe is for tests and the other one is live/,
    { ...stripe, STRIPE_SECRET_KEY: 'sk_test_1' },
  ],
  [
    'a site’s keys of Stripe are of two kinds',
    /^SITES_FILE is wrong: entry 1 \(north\): stripe: one key of Stripe is for tests/,
    { ...ofSites, NORTH_STRIPE: 'sk_test_1' },
    sitesFile({ stripe: { secret_key_from: 'NORTH_STRIPE', publishable_key: 'pk_live_1' } }),
  ],
  [
    'a site’s variable holds another key of Stripe',
    /^SITES_FILE is wrong: entry 1 \(north\): stripe.secret_key_from: the variable is wrong: set it to/,
    { ...ofSites, NORTH_STRIPE: 'whsec_1' },
    sitesFile({ stripe: { secret_key_from: 'NORTH_STRIPE', publishable_key: 'pk_live_1' } }),
  ],
  [
    'the time zone is an offset',
    /^TIME_ZONE is wrong: set it to .* such as Europe\/Berlin/,
    { TIME_ZONE: '+01:00' },
  ],
];
for (const [what, told, env, files] of atStart) {
  test(`says at start, and alone, what to do when ${what}`, async () => {
    const [first = 'nothing', ...others] = await start(env, files);
    assert.match(first, told);
    assert.deepEqual(others, []);
  });
}

test('control: says nothing of a set-up that is right', async () => {
  assert.deepEqual(await start({ LOCALE: 'de-x-informal', TIME_ZONE: 'Asia/Tokyo' }), []);
  assert.deepEqual(await start(ofSites, sitesFile({ locale: 'en' })), []);
  assert.deepEqual(await start(stripe), []);
});

for (const host of ['localhost', '127.0.0.1', '[::1]']) {
  test(`control: takes test payments for a platform at ${host}`, async () => {
    const env = { PAYMENT: 'required', PAYMENT_PROVIDER: 'test' };
    assert.deepEqual(await start({ ...env, PLATFORM_URL: `http://${host}:8788` }), []);
  });
}

test('takes every language of the widget', async () => {
  const messages = readdirSync('src/messages').filter((name) => name.endsWith('.json'));
  const all = Object.fromEntries(messages.map((name) => [`messages/${name}`, '{}']));
  const languages = ['en', ...messages.map((name) => name.replace('.json', ''))];
  assert.ok(languages.includes('de-x-informal'));
  for (const LOCALE of languages) {
    assert.doesNotThrow(() => checkLanguages(readConfig({ ...variables, LOCALE }), all), LOCALE);
  }
});

test('control: a variable that resembles ours only because a site names it is none of ours', async () => {
  const named = { client_id_from: 'PLATFORM_CLIENT_ID_2', client_secret_from: 'NORTH_SECRET' };
  const env = { ...ofSites, PLATFORM_CLIENT_ID_2: 'b' };
  assert.deepEqual(await start(env, sitesFile(named)), []);
});

test('a secret may be in a file, with a line end that is none of its own', async () => {
  const { PROXY_SECRET, PLATFORM_CLIENT_SECRET } = given;
  const env = {
    ...variables,
    PROXY_SECRET: '',
    PROXY_SECRET_FILE: 'proxy',
    PLATFORM_CLIENT_SECRET: '',
    PLATFORM_CLIENT_SECRET_FILE: 'client',
  };
  const files = { proxy: `${PROXY_SECRET}\n`, client: PLATFORM_CLIENT_SECRET };
  const config = readConfig(env, readerOf(files));
  assert.equal(config.PROXY_SECRET, PROXY_SECRET);
  assert.equal(config.sites[0]?.client.secret, PLATFORM_CLIENT_SECRET);

  const several = { ...variables, ...ofSites, NORTH_SECRET: '', NORTH_SECRET_FILE: 'client' };
  const [north] = readConfig(several, readerOf({ ...files, ...sitesFile() })).sites;
  assert.equal(north?.client.secret, PLATFORM_CLIENT_SECRET);
});

/** A connection to the platform, or to everything, that fails for a reason. */
const failing = (code: string) => () => (): Promise<Response> =>
  Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(), { code }) }));
const platformFails = (code: string): Situation => ({ between: failing(code) });
/** The same of the proxy's own address. */
const addressFails = (code: string): Situation => ({ livez: failing(code)() });

const byDoctor: [what: string, told: RegExp, situation: Situation][] = [
  [
    'the proxy’s certificate has signed itself',
    /^warn address: .* its certificate is not trusted here: it has signed itself$/,
    addressFails('DEPTH_ZERO_SELF_SIGNED_CERT'),
  ],
  [
    'the proxy’s certificate has expired',
    /^warn address: .* its certificate has expired; renew it$/,
    addressFails('CERT_HAS_EXPIRED'),
  ],
  [
    'the proxy does not run',
    /^warn address: .* nothing listens there; is it running\?$/,
    addressFails('ECONNREFUSED'),
  ],
  [
    'the proxy’s address leads to something else',
    /^warn address: .* answers 404; does PUBLIC_URL lead to a proxy that runs\?$/,
    { livez: async () => new Response('', { status: 404 }) },
  ],
  [
    'the platform’s certificate is of an authority of its own',
    /^fail platform: .* not trusted here: NODE_EXTRA_CA_CERTS names the file of its authority$/,
    platformFails('SELF_SIGNED_CERT_IN_CHAIN'),
  ],
  [
    'the platform’s name does not exist',
    /^fail platform: .* its name is not known here; is it spelt right\?$/,
    platformFails('ENOTFOUND'),
  ],
  [
    'a firewall stands before the platform',
    /^fail platform: .* no answer in time; does a firewall stand between\?$/,
    platformFails('UND_ERR_CONNECT_TIMEOUT'),
  ],
  [
    'the client’s secret is wrong',
    /^fail credentials: refused; are id and secret right\?$/,
    { env: { PLATFORM_CLIENT_SECRET: 'wrong' } },
  ],
  [
    'the proxy beside it has another secret',
    /^fail credentials: the store's token was sealed with another PROXY_SECRET; use that$/,
    { proxyEnv: { PROXY_SECRET: 'Wp4Xa8dLr2eGu6kZt0qVy7mYf5bHs1nR' } },
  ],
  [
    'nothing is on sale',
    /^fail events: 0, 0 can be sold; the platform's operator says which ones the client may sell$/,
    { between: changing('/v3/events', () => []) },
  ],
  [
    'events have no time zone',
    /^warn events: 1\d unsellable: has no time zone that exists; TIME_ZONE is that of such events/,
    { between: changing('/v3/events', (list) => list.map((one) => ({ ...one, timezone: '' }))) },
  ],
  ['the clock is wrong', /^fail clock: .* NTP sets this machine's$/, { ahead: 400_000 }],
];
for (const [what, told, situation] of byDoctor) {
  test(`the doctor says what to do when ${what}`, async () => {
    const said = complaints(await consult(situation));
    assert.ok(
      said.some((line) => told.test(line)),
      said.join('\n'),
    );
  });
}
