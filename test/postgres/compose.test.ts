import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import type { IntentResponse } from '#contract/order.schema';
import { paths } from '#contract/paths';
import type { QuoteResponse } from '#contract/quote.schema';
import { sandboxClients } from '../../demo/sandbox/clients.ts';
import { readConfig } from '../../proxy/config.ts';
import { newKey } from '../../src/visit/key.ts';
import type { NodeProcess } from '../chaos/node-process.ts';
import { type ChaosPlatform, openPlatform } from '../chaos/platform.ts';
import { buildPrograms } from '../chaos/programs.ts';
import { findPostgres, type PostgresServer, startPostgres } from '../support/postgres.ts';
import type { TlsResponse } from './balancer.ts';
import { type LocalServices, readCompose, readEnvironment, startServices } from './compose.ts';
import { type Offer, orderOf, readOffers } from './offers.ts';

// proxy/compose.yaml and proxy/balancer.conf, run as they are by processes of this machine, and the
// commands for backup and restore of proxy/README.md.

const SHOP = 'https://shop.example';

let folder = '';
let database: PostgresServer;
let platform: ChaosPlatform;
let storeUrl = '';
let services: LocalServices;

/** The values of proxy/.env. */
const values = () => ({
  PLATFORM_URL: platform.url,
  PLATFORM_CLIENT_ID: sandboxClients.reseller.id,
  PLATFORM_CLIENT_SECRET: sandboxClients.reseller.secret,
  PUBLIC_URL: 'https://localhost',
  ALLOWED_ORIGINS: SHOP,
  PROXY_SECRET: 'a secret of thirty-two characters',
  POSTGRES_PASSWORD: 'letters',
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'compose-programs-'));
  const programs = await buildPrograms(folder);
  database = await startPostgres();
  platform = await openPlatform(programs.sandbox);
  storeUrl = await database.createDatabase();
  services = await startServices(programs.proxy, storeUrl, values());
});
afterAll(async () => {
  await services.close();
  await platform.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

function bodyOf<T>({ status, text }: TlsResponse, expected: number): T {
  assert.equal(status, expected, text);
  return JSON.parse(text) as T;
}

const read = async <T>(path: string) => bodyOf<T>(await services.fetch(path), 200);

/** Each offer is ordered once, so that none sells out. */
let offers: Offer[] | undefined;

/** Quotes the next offer, and returns the request to order it. */
async function prepareOrder(): Promise<object> {
  offers ??= await readOffers(read);
  const offer = offers.shift();
  assert.ok(offer, 'nothing is left to be booked');
  const cart = { lines: [offer], products: [] };
  return orderOf(offer, await post<QuoteResponse>('/checkout/quotes', cart, 200));
}

async function post<T>(
  path: string,
  body: object,
  expected: number,
  headers: Record<string, string> = {},
): Promise<T> {
  const sent = { body, headers: { Origin: SHOP, ...headers } };
  return bodyOf<T>(await services.fetch(path, sent), expected);
}

/** Restarts a proxy as an update does: SIGTERM, then the new process. */
async function update(proxy: NodeProcess): Promise<void> {
  await proxy.stop();
  await proxy.start();
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test('every required value is checked, and the services reach each other', () => {
  const { services: written } = readCompose();
  const proxies = Object.keys(written).filter((name) => name.startsWith('proxy-'));
  assert.deepEqual(proxies, ['proxy-1', 'proxy-2', 'proxy-3']);
  for (const name of Object.keys(values())) {
    // By compose, or by the proxies when they start.
    const readWithout = () => readConfig(environmentOf('proxy-1', { ...values(), [name]: '' }));
    assert.throws(readWithout, new RegExp(`${name} is missing`));
  }
  for (const name of [...proxies, 'balancer']) {
    const descriptors = written[name]?.ulimits?.['nofile'] ?? 0;
    assert.ok(descriptors > 10_000, `${name} has ${descriptors} descriptors`);
  }
  const env = environmentOf('proxy-1', values());
  const server = environmentOf('database', values());
  const address = new URL(env['STORE_URL'] ?? '');
  assert.deepEqual(
    [address.hostname, address.username, address.password, address.pathname.slice(1)],
    ['database', server['POSTGRES_USER'], server['POSTGRES_PASSWORD'], server['POSTGRES_DB']],
  );
});

test('every variable of .env reaches the proxies, and those that the services need stay theirs', () => {
  const rotated = {
    PROXY_SECRET_BEFORE: 'Wp4Xa8dLr2eGu6kZt0qVy7mYf5bHs1nR',
    TIME_ZONE: 'Asia/Tokyo',
  };
  const moved = { PORT: '80', TRUSTED_HOPS: '0', ADMIN_PORT: '80', ADMIN_HOST: '127.0.0.1' };
  const config = readConfig(environmentOf('proxy-2', { ...values(), ...rotated, ...moved }));

  assert.equal(config.PROXY_SECRET_BEFORE, rotated.PROXY_SECRET_BEFORE);
  assert.equal(config.sites[0]?.time_zone, 'Asia/Tokyo');
  const { PORT, TRUSTED_HOPS, ADMIN_PORT, ADMIN_HOST } = config;
  assert.deepEqual([PORT, TRUSTED_HOPS, ADMIN_PORT, ADMIN_HOST], [8787, 1, 9090, '0.0.0.0']);
});

test('sites and secrets may be in files of the folder private', () => {
  const files: Record<string, string> = {
    '/private/proxy-secret': 'k3Zt0qVw8mYf5bHs1nRj7cXa4dLp9eGu\n',
    '/private/north': 'the secret of north\n',
    '/private/sites.json': JSON.stringify([
      {
        key: 'north',
        client_id_from: 'NORTH_ID',
        client_secret_from: 'NORTH_SECRET',
        origins: [SHOP],
      },
    ]),
  };
  const { PROXY_SECRET: _, ...others } = values();
  const env = environmentOf('proxy-3', {
    ...others,
    PLATFORM_CLIENT_ID: '',
    PLATFORM_CLIENT_SECRET: '',
    ALLOWED_ORIGINS: '',
    SITES_FILE: '/private/sites.json',
    PROXY_SECRET_FILE: '/private/proxy-secret',
    NORTH_ID: 'north',
    NORTH_SECRET_FILE: '/private/north',
  });
  const { PROXY_SECRET, sites } = readConfig(env, (path) => files[path] ?? assert.fail(path));

  assert.equal(PROXY_SECRET, 'k3Zt0qVw8mYf5bHs1nRj7cXa4dLp9eGu');
  assert.deepEqual(sites[0]?.client, { id: 'north', secret: 'the secret of north' });
  assert.ok(readCompose().services['proxy-3']?.volumes?.includes('./private:/private:ro'));
});

test('the proxies may do no more than they need, and their metrics are for this machine alone', async () => {
  const proxies = Object.entries(readCompose().services).filter(([name]) => /^proxy-/.test(name));
  const hostPorts = new Set<string>();
  for (const [, { read_only, cap_drop, security_opt, mem_limit, pids_limit, ports }] of proxies) {
    assert.deepEqual(
      [read_only, cap_drop, security_opt],
      [true, ['ALL'], ['no-new-privileges:true']],
    );
    assert.ok(mem_limit && pids_limit);
    const [, host = ''] = /^127\.0\.0\.1:(\d+):9090$/.exec(ports?.join() ?? '') ?? [];
    hostPorts.add(host);
  }
  assert.equal(hostPorts.size, 3);
  for (const port of services.adminPorts) {
    assert.equal((await fetch(`http://127.0.0.1:${port}/metrics`)).status, 200);
  }
});

/** What compose gives to a service. */
function environmentOf(service: string, given: Readonly<Record<string, string>>) {
  return readEnvironment(readCompose().services[service], given);
}

test('a ticket is booked over TLS, and stays readable while each proxy is down in turn', async () => {
  const key = newKey();
  const request = await prepareOrder();
  const { state, order } = await post<IntentResponse>('/checkout/orders', request, 201, {
    'Idempotency-Key': key,
  });
  assert.equal(state, 'placed');

  for (const proxy of services.proxies) {
    await update(proxy);
    const headers = { 'Idempotency-Key': key };
    const found = bodyOf<IntentResponse>(
      await services.fetch('/checkout/intent', { headers }),
      200,
    );
    assert.equal(found.order?.code, order?.code);
  }
});

test('while all proxies are updated one by one, no request fails without a Retry-After', async () => {
  let isUpdating = true;
  const requests: TlsResponse[] = [];
  const keys: string[] = [];

  // Both stay below the limits of one visitor.
  async function look(): Promise<void> {
    while (isUpdating) {
      requests.push(await services.fetch(paths.events));
      await pause(60);
    }
  }
  async function order(): Promise<void> {
    for (; isUpdating; await pause(3_200)) {
      const body = await prepareOrder();
      const key = newKey();
      const headers = { Origin: SHOP, 'Idempotency-Key': key };
      const response = await services.fetch('/checkout/orders', { body, headers });
      requests.push(response);
      if (response.status === 201) keys.push(key);
    }
  }
  const visitors = [look(), order()];
  for (const proxy of services.proxies) await update(proxy);
  isUpdating = false;
  await Promise.all(visitors);

  const failed = requests.filter(
    ({ status, headers }) => status >= 400 && headers['retry-after'] === undefined,
  );
  assert.deepEqual(
    failed.map(({ status, text }) => `${status} ${text}`),
    [],
  );
  assert.ok(requests.length > 20 && keys.length > 1);
  for (const key of keys) {
    const headers = { 'Idempotency-Key': key };
    const { state } = bodyOf<IntentResponse>(
      await services.fetch('/checkout/intent', { headers }),
      200,
    );
    assert.equal(state, 'placed');
  }
});

test('a backup that is restored by the commands of the README has the orders of its time', async () => {
  const key = newKey();
  const headers = { 'Idempotency-Key': key };
  await post<IntentResponse>('/checkout/orders', await prepareOrder(), 201, headers);
  const dump = join(folder, 'booking.dump');
  const restored = await database.createDatabase();

  run('pg_dump', readCommand('pg_dump'), storeUrl, dump);
  run('pg_restore', readCommand('pg_restore'), restored, dump);

  const again = await startServices(join(folder, 'proxy.mjs'), restored, values());
  try {
    const found = bodyOf<IntentResponse>(await again.fetch('/checkout/intent', { headers }), 200);
    assert.equal(found.state, 'placed');
  } finally {
    await again.close();
  }
});

/** The command's words in the README, which has to work when a backup is restored in a hurry. */
function readCommand(program: string): string[] {
  const line = readFileSync('proxy/README.md', 'utf8')
    .split('\n')
    .find((text) => text.startsWith('docker compose') && text.includes(` ${program} `));
  const [, options = ''] = line?.split(` ${program} `) ?? [];
  const words = options
    .replace(/[<>].*$/, '')
    .trim()
    .split(/\s+/);
  assert.ok(words.length > 1, `proxy/README.md has no ${program}`);
  // The database has another name and user here.
  return words.filter((word) => !/^--(username|dbname)=/.test(word));
}

function run(program: string, options: readonly string[], address: string, file: string): void {
  const at = program === 'pg_dump' ? [`--file=${file}`] : [file];
  execFileSync(join(findPostgres() ?? '', program), [...options, `--dbname=${address}`, ...at], {
    stdio: 'pipe',
  });
}
