import assert from 'node:assert/strict';
import { test } from 'vitest';
import { checkPlatform } from '../../demo/check-platform.ts';
import { ruleCount } from '../../demo/conformance/rules.ts';
import { createPlatformRoutes } from '../../demo/platform-routes.ts';
import { createReadOnly } from '../../demo/read-only.ts';
import { createSandbox } from '../../demo/sandbox/sandbox.ts';
import type { CheckedRule } from '../../demo/workbench/platform-control.ts';
import { readConfig } from '../../proxy/config.ts';
import { budgetedCalls, createBudget, monthlyUsage } from '../../proxy/platform/budget.ts';
import { createTokens } from '../../proxy/platform/tokens.ts';
import type { Fetch } from '../../proxy/ports.ts';
import { createMemoryStore } from '../../proxy/store/memory.ts';
import { START, variables } from '../support/world.ts';

/** The sandbox in the role of the real platform, behind the guard of the workbench. */
function prepare(between: (platform: Fetch) => Fetch = (platform) => platform, env = {}) {
  const clock = () => START;
  const sandbox = createSandbox({ clock, tokenRule: 'refuse' });
  const asked: string[] = [];
  const platform: Fetch = (request) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`);
    return sandbox(request);
  };
  const config = readConfig({ ...variables, ...env });
  const [site] = config.sites;
  assert.ok(site);
  const context = {
    ...{ config, site, store: createMemoryStore(), clock, monotonic: clock, log: () => {} },
    fetch: createReadOnly(between(platform), config.PLATFORM_URL),
  };
  return { asked, context };
}

async function collect(rules: AsyncIterable<CheckedRule>): Promise<CheckedRule[]> {
  const collected: CheckedRule[] = [];
  for await (const rule of rules) collected.push(rule);
  return collected;
}

const never = () => new AbortController().signal;

test('every rule is tried by reading alone, and those that write are not looked at', async () => {
  const { asked, context } = prepare();

  const rules = await collect(checkPlatform(context, never()));

  const last = rules.at(-1);
  assert.deepEqual([last?.at, last?.of], [rules.length, rules.length]);
  const of = (outcome: string) => rules.filter((rule) => rule.outcome === outcome);
  assert.deepEqual(of('broken'), []);
  assert.ok(of('kept').length > 100, `${of('kept').length} kept`);
  for (const { reason } of of('skipped')) assert.notEqual(reason, '');
  const writes = asked.filter((line) => !line.startsWith('GET '));
  assert.deepEqual([...new Set(writes)], ['POST /oauth/token']);
  const written = rules.find(({ title }) => title.startsWith('Create order: places it'));
  assert.match(written?.reason ?? '', /^writes only with/);
});

test('the check has the token of the preview, because a platform gives one an hour', async () => {
  const { asked, context } = prepare();
  await createTokens(context).current();
  asked.length = 0;

  const rules = await collect(checkPlatform(context, never()));

  const refused = rules.filter(({ title }) => title.startsWith('Obtain token: responds with 400'));
  const requests = asked.filter((line) => line === 'POST /oauth/token');
  assert.equal(requests.length, refused.length);
  assert.ok(rules.some(({ title, outcome }) => title.startsWith('List') && outcome === 'kept'));
});

test('its calls count against the month’s, and end before those of the preview', async () => {
  const { asked, context } = prepare(undefined, { PLATFORM_BUDGET: '1000' });
  const { admit, count } = createBudget(context);
  for (let call = 0; call < 760; call += 1) count('events');
  await admit({ class: 'events' });

  const rules = await collect(checkPlatform(context, never()));

  const usage = await monthlyUsage(context.store, context.site.client.id, START);
  assert.equal(budgetedCalls(usage), 800);
  assert.equal(asked.filter((line) => line.startsWith('GET ')).length, 40);
  assert.ok(rules.some(({ reason }) => reason === "too little is left of the month's budget"));
  assert.ok(rules.every(({ outcome }) => outcome !== 'broken'));
});

test('a token that the platform refuses is no rule that it breaks', async () => {
  const { context } = prepare((platform) => async (request) => {
    const response = await platform(request);
    const isRead = request.method === 'GET' && response.ok;
    return isRead ? Response.json({ message: 'expired' }, { status: 401 }) : response;
  });

  const rules = await collect(checkPlatform(context, never()));

  assert.deepEqual(
    rules.filter(({ outcome }) => outcome === 'broken'),
    [],
  );
  const [listed] = rules.filter(({ title }) => title.startsWith('List events: '));
  assert.equal(listed?.reason, 'the platform refuses the token that it gave');
});

test('a broken rule comes with the specification’s sentence and the calls that show it', async () => {
  const { context } = prepare((platform) => async (request) => {
    const response = await platform(request);
    if (!request.url.includes('limit=ten')) return response;
    return Response.json([]);
  });
  const stopping = new AbortController();
  const broken: CheckedRule[] = [];

  for await (const rule of checkPlatform(context, stopping.signal)) {
    if (rule.outcome === 'broken') broken.push(rule);
    if (broken.length > 0) break;
  }

  const [rule] = broken;
  assert.match(rule?.title ?? '', /^Errors: responds with 400 to limit=ten/);
  assert.match(rule?.sentence ?? '', /a parameter of the wrong type such as a non-integer limit/);
  assert.match(rule?.calls ?? '', /^GET \/v3\/events\?limit=ten\nHTTP 200\n\[\]$/);
});

test('a check that waits for a busy platform ends as soon as it is stopped', async () => {
  let calls = 0;
  const stopping = new AbortController();
  const { context } = prepare((platform) => async (request) => {
    if (request.method !== 'GET') return platform(request);
    calls += 1;
    // Once the check waits.
    setImmediate(() => stopping.abort());
    return new Response('', { status: 429, headers: { 'Retry-After': '100' } });
  });

  const rules = await collect(checkPlatform(context, stopping.signal));

  assert.ok(rules.length < ruleCount());
  assert.equal(calls, 1);
});

test('whoever stops reading the verdicts stops the calls', async () => {
  const { asked, context } = prepare();
  const routes = createPlatformRoutes('https://book.example', context);
  const begin = async () => {
    const request = new Request('http://localhost/platform/conformance', { method: 'POST' });
    const reader = (await routes(request)).body?.getReader();
    assert.ok(reader);
    return reader;
  };

  const reader = await begin();
  const { value } = await reader.read();
  await reader.cancel();

  const rule = JSON.parse(new TextDecoder().decode(value)) as CheckedRule;
  assert.equal(rule.at, 1);
  const before = asked.length;
  await new Promise(setImmediate);
  assert.equal(asked.length, before);
});

test('a check that begins ends the one before it', async () => {
  const { context } = prepare();
  const routes = createPlatformRoutes('https://book.example', context);
  const begin = () =>
    routes(new Request('http://localhost/platform/conformance', { method: 'POST' }));

  const first = await begin();
  const second = await begin();

  const linesOf = async (response: Response) => (await response.text()).trim().split('\n').length;
  assert.ok((await linesOf(first)) < ruleCount());
  assert.equal(await linesOf(second), ruleCount());
});
