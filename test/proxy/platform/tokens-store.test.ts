import assert from 'node:assert/strict';
import { test } from 'vitest';
import { HOUR } from '#contract/milliseconds';
import type { TokenRule } from '../../../demo/sandbox/api/issued-tokens.ts';
import { tokenRules } from '../../../demo/sandbox/api/issued-tokens.ts';
import { createSandbox } from '../../../demo/sandbox/sandbox.ts';
import { readConfig } from '../../../proxy/config.ts';
import { TokenUnavailable } from '../../../proxy/platform/errors.ts';
import { createTokens } from '../../../proxy/platform/tokens.ts';
import type { Fetch } from '../../../proxy/ports.ts';
import { createMemoryStore } from '../../../proxy/store/memory.ts';
import type { Store } from '../../../proxy/store/store.ts';
import { START, variables } from '../../support/world.ts';

interface Options {
  readonly rule?: TokenRule;
  readonly between?: (platform: Fetch) => Fetch;
}

/** Instances on one store, and how many requests reached the platform. */
function createInstances({ rule = 'refuse', between = (platform) => platform }: Options = {}) {
  const config = readConfig(variables);
  const [site] = config.sites;
  assert.ok(site);
  const time = { now: START };
  const clock = () => time.now;
  const sandbox = createSandbox({ clock, tokenRule: rule });
  const asked = { times: 0 };
  const fetch = between((request) => {
    asked.times += 1;
    return sandbox(request);
  });
  const memory = createMemoryStore();
  const fails = { get: false, put: false };
  const store: Store = {
    ...memory,
    async get(key) {
      if (fails.get) throw new Error('disk');
      return memory.get(key);
    },
    async put(...entry) {
      if (fails.put) throw new Error('disk');
      return memory.put(...entry);
    },
  };
  const open = (secret = config.PROXY_SECRET, id = site.client.id) => {
    const own = { ...config, PROXY_SECRET: secret };
    const other = { ...site, client: { ...site.client, id } };
    return createTokens({
      config: own,
      site: other,
      fetch,
      store,
      clock,
      monotonic: clock,
      log: () => {},
    });
  };
  const isAlive = async (token: string) => {
    const headers = { Authorization: `Bearer ${token}` };
    return (await sandbox(new Request('https://x/v3/vendors?limit=1', { headers }))).status !== 401;
  };
  return { asked, fails, memory, site, time, open, isAlive };
}

test('the token cannot be read in the store', async () => {
  const { memory, open } = createInstances();

  const token = await open().current();

  const [entry] = await memory.list('token/');
  assert.ok(entry);
  for (const text of [token, btoa(token).slice(0, 20), 'expires_at'])
    assert.ok(!entry.value.includes(text));
});

test('each client has a token of its own', async () => {
  const { memory, open, site } = createInstances();
  await open().current();

  assert.deepEqual(
    (await memory.list('')).map(({ key }) => key),
    [`token/${site.client.id}`],
  );
});

for (const [what, spoil] of [
  ['torn', (sealed: string) => sealed.slice(0, -4)],
  ['changed', (sealed: string) => `A${sealed.slice(1)}B`],
  ['something else', () => '{"token":"t","expires_at":9e15}'],
  ['empty', () => ''],
] as const) {
  test(`an entry that is ${what} is ignored`, async () => {
    const { memory, open, asked, isAlive } = createInstances({ rule: 'replace' });
    await open().current();
    const [entry] = await memory.list('token/');
    assert.ok(entry);
    await memory.put(entry.key, spoil(entry.value), entry.version);

    assert.ok(await isAlive(await open().current()));
    assert.equal(asked.times, 2);
  });
}

test('a token that was sealed for one client does not open for another', async () => {
  const { memory, open, asked } = createInstances();
  await open().current();
  const [entry] = await memory.list('token/');
  assert.ok(entry);
  await memory.put('token/another', entry.value, 0);

  await assert.rejects(open(undefined, 'another').current(), TokenUnavailable);
  assert.equal(asked.times, 2);
});

test('sealing the same token twice gives different texts', async () => {
  const seals = [1, 2].map(async () => {
    const { memory, open } = createInstances({ between: () => async () => new Response() });
    await assert.rejects(open().current(), TokenUnavailable);
    return (await memory.list('token/'))[0]?.value;
  });

  const [one, other] = await Promise.all(seals);
  assert.ok(one);
  assert.notEqual(one, other);
});

test('a proxy with another secret requests a token of its own', async () => {
  const { open, asked } = createInstances({ rule: 'replace' });
  await open().current();
  await open('another secret of thirty-two letters').current();

  assert.equal(asked.times, 2);
});

test('while the store fails the token in memory is used, and no other is requested', async () => {
  const { open, asked, fails, time } = createInstances();
  const tokens = open();
  const token = await tokens.current();
  fails.get = fails.put = true;

  assert.equal(await tokens.current(), token);
  time.now += HOUR;
  assert.equal(await tokens.current(), token);
  await assert.rejects(open().current(), TokenUnavailable);
  assert.equal(asked.times, 1);

  fails.get = fails.put = false;
  assert.notEqual(await tokens.current(), token);
  assert.equal(asked.times, 2);
});

test('a token that was granted while the store failed is used, and saved when the store is back', async () => {
  const { open, asked, fails, isAlive } = createInstances({
    between: (platform) => (request) => {
      fails.get = fails.put = true;
      return platform(request);
    },
  });
  const tokens = open();

  const token = await tokens.current();
  assert.equal(await tokens.current(), token);
  fails.get = fails.put = false;
  assert.equal(await tokens.current(), token);

  assert.equal(await open().current(), token);
  assert.ok(await isAlive(token));
  assert.equal(asked.times, 1);
});

for (const rule of tokenRules) {
  test(`read as “${rule}”, a false alarm costs one token request and locks nobody out`, async () => {
    const { open, asked, isAlive, time } = createInstances({ rule });
    const [one, other] = [open(), open()];
    const token = await one.current();
    time.now += HOUR / 2;

    assert.equal(await one.invalidate(token), true);
    for (const tokens of [one, other, open()]) assert.ok(await isAlive(await tokens.current()));
    assert.equal(asked.times, 2);
    assert.equal(await one.invalidate(await one.current()), false);
    for (let minute = 0; minute < 10; minute += 1) {
      time.now += 60_000;
      await other.current();
    }
    assert.equal(asked.times, 2);

    time.now += HOUR;
    assert.ok(await isAlive(await other.current()));
  });

  test(`read as “${rule}”, a slow response does not make the next request early`, async () => {
    const slow = { is: false };
    const { open, asked, isAlive, time } = createInstances({
      rule,
      between: (platform) => async (request) => {
        const response = await platform(request);
        if (slow.is) time.now += 4_000;
        return response;
      },
    });
    slow.is = true;
    const tokens = open();
    await tokens.current();
    slow.is = false;

    time.now += HOUR - 4_000;
    await tokens.current();
    assert.equal(asked.times, 1);
    time.now += 4_000;
    assert.ok(await isAlive(await tokens.current()));
    assert.equal(asked.times, 2);
  });
}

test('when a lease was overtaken, the token that expires later stays', async () => {
  const slow = { until: Promise.resolve() };
  let arrive = (): void => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const { open, time, isAlive } = createInstances({
    rule: 'replace',
    between: (platform) => async (request) => {
      const response = await platform(request);
      arrive();
      await slow.until;
      return response;
    },
  });
  let release = (): void => {};
  slow.until = new Promise((resolve) => (release = resolve));
  const first = open().current();
  await arrived;
  slow.until = Promise.resolve();
  time.now += 15_000;

  const second = await open().current();
  release();
  await first;

  assert.equal(await open().current(), second);
  assert.ok(await isAlive(second));
});
