import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { ListedEvent } from '#contract/event.schema';
import { HOUR } from '#contract/milliseconds';
import type { TokenRule } from '../../../demo/sandbox/api/issued-tokens.ts';
import { tokenRules } from '../../../demo/sandbox/api/issued-tokens.ts';
import type { Sandbox } from '../../../demo/sandbox/sandbox.ts';
import { createSandbox } from '../../../demo/sandbox/sandbox.ts';
import { createRandom } from '../../../demo/sandbox/world/random.ts';
import { createProxy } from '../../../proxy/app.ts';
import { toInstant } from '../../../proxy/clock.ts';
import { readConfig } from '../../../proxy/config.ts';
import type { Fetch } from '../../../proxy/ports.ts';
import { createMemoryStore } from '../../../proxy/store/memory.ts';
import { PROXY, START, variables } from '../../support/world.ts';

const PROXIES = 16;
/** Every proxy is restarted three times an hour, and visited ten minutes later. */
const STEPS_AN_HOUR = 3 * PROXIES;

interface Options {
  readonly rule: TokenRule;
  /** Steps at which the platform forgets all tokens. */
  readonly revocations?: readonly number[];
  /** How many 401s in a row a chance rejection causes. */
  readonly inARow?: number;
  readonly keepsStore?: boolean;
  readonly hours?: number;
}

/**
 * Simulates some hours of sixteen proxies on one store, and counts token requests and visitors'
 * errors.
 */
async function simulate({
  rule,
  revocations = [],
  inARow = 1,
  keepsStore = true,
  hours = 6,
}: Options) {
  const time = { now: START };
  const clock = () => time.now;
  const random = createRandom('hours of tokens');
  const shared = createMemoryStore();
  const config = readConfig({ ...variables, READS_PER_MINUTE: '999999' });
  const seen = { tokenRequests: 0, calls: 0, rejected: 0, errors: [] as string[] };
  let sandbox = createSandbox({ clock, tokenRule: rule });
  let striking = 0;

  const fetch: Fetch = async (request) => {
    if (new URL(request.url).pathname === '/oauth/token') {
      seen.tokenRequests += 1;
      return sandbox(request);
    }
    seen.calls += 1;
    if (striking === 0 && random() < 0.01) striking = inARow;
    if (striking > 0) {
      striking -= 1;
      seen.rejected += 1;
      return Response.json({ code: '40101' }, { status: 401 });
    }
    return respond(sandbox, request);
  };

  const open = () =>
    createProxy({
      config,
      fetch,
      clock,
      monotonic: clock,
      assets: {},
      every: () => {},
      log: () => {},
      store: keepsStore ? shared : createMemoryStore(),
    });

  /** A visitor's list, event and dates. */
  async function visit(proxy: ReturnType<typeof open>): Promise<void> {
    const read = async (path: string) => {
      const response = await proxy(new Request(PROXY + path), { address: '192.0.2.1' });
      const isStale = response.headers.has('Booking-Stale');
      if (response.status >= 400 || isStale) seen.errors.push(`${path} ${response.status}`);
      return response.ok ? ((await response.json()) as unknown) : [];
    };
    const [event] = (await read('/v3/events')) as ListedEvent[];
    if (!event) return;
    await read(`/v3/merged_events/${event.id}`);
    const [start, end] = [toInstant(time.now), toInstant(time.now + 20 * 86_400_000)];
    await read(`/v3/events/${event.id}/dates?start_date=${start}&end_date=${end}`);
  }

  const proxies = Array.from({ length: PROXIES }, open);
  for (let step = 0; step < hours * STEPS_AN_HOUR; step += 1) {
    if (revocations.includes(step)) sandbox = createSandbox({ clock, tokenRule: rule });
    proxies[step % PROXIES] = open();
    const other = proxies[(step + PROXIES / 2) % PROXIES];
    assert.ok(other);
    await visit(other);
    // When some tokens expire, all proxies request at once.
    if (step % (6 * STEPS_AN_HOUR) === 0) await Promise.all(proxies.map(visit));
    time.now += HOUR / STEPS_AN_HOUR;
  }
  return seen;
}

/** The sandbox checks the token; its lists do not change, so their bodies are cached. */
const bodies = new Map<string, string>();
async function respond(sandbox: Sandbox, request: Request): Promise<Response> {
  const { headers } = request;
  const probe = await sandbox(new Request('https://x/v3/vendors?limit=1', { headers }));
  if (!probe.ok) return probe;
  const url = new URL(request.url);
  for (const name of ['available_from', 'start_date', 'end_date', 'delta_since'])
    url.searchParams.delete(name);
  const name = url.href;
  const body = bodies.get(name) ?? (await firstOf(sandbox, new Request(url, { headers })));
  bodies.set(name, body);
  return new Response(body, {
    headers: { 'Content-Type': 'application/json', Link: '<https://x/>; rel="first"' },
  });
}

async function firstOf(sandbox: Sandbox, request: Request): Promise<string> {
  const items = (await (await sandbox(request)).json()) as unknown[];
  return JSON.stringify(items.slice(0, 1));
}

for (const rule of tokenRules) {
  test(`six hours of sixteen proxies, read as “${rule}”: a token an hour, and one for each that is ended`, async () => {
    const revocations = [70, 230, 247];
    const { tokenRequests, calls, rejected, errors } = await simulate({ rule, revocations });

    assert.deepEqual(errors, []);
    assert.ok(calls > 750 && rejected > 4, `${calls} calls, ${rejected} rejected`);
    assert.ok(tokenRequests <= 7 + revocations.length, `${tokenRequests} token requests`);
  });
}

test('control: a token in memory alone is requested at every restart', async () => {
  const { tokenRequests } = await simulate({ rule: 'same', hours: 2, keepsStore: false });
  assert.ok(tokenRequests > 6 * PROXIES - 1, `${tokenRequests} token requests`);

  const { errors } = await simulate({ rule: 'refuse', hours: 1, keepsStore: false });
  assert.ok(errors.length > 0);
});

test('control: if single rejections were taken for an end, there would be more token requests', async () => {
  const { tokenRequests } = await simulate({ rule: 'replace', inARow: 3 });
  assert.ok(tokenRequests > 7, `${tokenRequests} token requests`);
});
