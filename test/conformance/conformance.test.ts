import assert from 'node:assert/strict';
import { test } from 'vitest';
import { MINUTE } from '#contract/milliseconds';
import { judge } from '../../demo/conformance/rules.ts';
import { createMinimalPlatform } from '../support/minimal-platform.ts';
import { minimalCandidate, sandboxCandidate } from './candidates.ts';

const onSandbox = await judge(sandboxCandidate());
/** A test below checks which rules may be skipped. */
const judged = onSandbox.filter(({ outcome }) => outcome !== 'skipped');
for (const { title, outcome, reason } of judged) {
  test(`sandbox, ${title}`, () => {
    assert.equal(outcome, 'kept', reason);
  });
}

/**
 * The rules that each platform may skip, because the spec fixes no path or the client lacks a
 * scope.
 */
const beyondTableA =
  /without a scope|(of|for) a vendor:|Retrieve date|[Mm]erged|List events and dates|Errors: one about|latest_booking_time are|vendor client|Authentication [78]|(Create|Update) (event|date|product)/;
const lacks = {
  sandbox: /without a scope/,
  minimal: beyondTableA,
  'minimal without /v3/dates': new RegExp(
    `${beyondTableA.source}|List dates:|Date lists: (accept_|category|geolocation)`,
  ),
};

test('the sandbox has something to try every rule on', () => {
  assertSkipsOnly(onSandbox, lacks.sandbox);
});

for (const [name, options] of [
  ['minimal', { listsAllDates: true, deltasShowPlaces: true }],
  ['minimal without /v3/dates', {}],
] as const) {
  test(`a platform that does otherwise wherever the spec is silent keeps every rule (${name})`, async () => {
    const verdicts = await judge(minimalCandidate(options));
    const broken = verdicts.filter(({ outcome }) => outcome === 'broken');

    assert.deepEqual(broken, []);
    assertSkipsOnly(verdicts, lacks[name]);
  });
}

test('the minimal platform does otherwise than the sandbox', async () => {
  const clock = () => Date.parse('2026-11-21T09:00:00Z');
  const { fetch, url } = { ...minimalCandidate(), fetch: createMinimalPlatform({ clock }) };
  const ask = (path: string) => fetch(new Request(url + path));
  const listed = await ask('/v3/events?type=ALL&access_token=minimal.token');
  const events = (await listed.json()) as { id: string; timezone?: string; prices: object[] }[];

  assert.equal(listed.headers.get('Link'), null);
  assert.equal(events.length, 7);
  assert.equal(Math.max(...events.map(({ id }) => id.length)), 200);
  for (const { id, timezone, prices } of events) {
    assert.match(id, /[:./=]/);
    assert.equal(timezone, undefined);
    assert.ok(prices.every((price) => !('public' in price)));
  }
  const refused = await ask('/v3/events?limit=ten&access_token=minimal.token');
  assert.deepEqual(Object.keys((await refused.json()) as object), ['errors']);
});

test('a client without scopes for orders is judged by the rest', async () => {
  const verdicts = await judge(minimalCandidate({ scope: 'calendar_read' }));

  assert.deepEqual(
    verdicts.filter(({ outcome }) => outcome === 'broken'),
    [],
  );
  const ofOrders = verdicts.filter(({ title }) => /^(Order|Create order|List orders)/.test(title));
  assert.ok(ofOrders.every(({ outcome, reason }) => outcome === 'skipped' && reason !== ''));
  const forbidden = verdicts.find(({ title }) => title.includes('without a scope'));
  assert.equal(forbidden?.outcome, 'kept');
});

test('nothing is written where that is not allowed', async () => {
  const methods = new Set<string>();
  const candidate = minimalCandidate();
  await judge({
    ...candidate,
    mayWrite: false,
    fetch: (request) => {
      if (!request.url.endsWith('/oauth/token')) methods.add(request.method);
      return candidate.fetch(request);
    },
  });

  assert.deepEqual([...methods], ['GET']);
});

test('a rule waits for minutes only where that is asked for', async () => {
  const expires = (title: string) => title.startsWith('States: an order is canceled');
  for (const mayWait of [false, true]) {
    const candidate = sandboxCandidate();
    const begun = candidate.now();

    const [verdict] = await judge({ ...candidate, mayWait }, expires);

    const waited = candidate.now() - begun;
    if (mayWait) assert.deepEqual([verdict?.outcome, waited >= 4 * MINUTE], ['kept', true]);
    else assert.deepEqual([verdict?.outcome, waited], ['skipped', 0]);
  }
});

test('a token that another program has obtained is used, and no other is asked for', async () => {
  const candidate = minimalCandidate();
  const tokens: string[] = [];

  const verdicts = await judge(
    {
      ...candidate,
      token: async () => ({ access_token: 'minimal.token' }),
      fetch: async (request) => {
        if (request.url.endsWith('/oauth/token')) tokens.push(await request.clone().text());
        return candidate.fetch(request);
      },
    },
    (title) => /^(Obtain token: gives|List events: type)/.test(title),
  );

  assert.deepEqual(
    verdicts.map(({ outcome, reason }) => [outcome, reason]),
    [
      ['skipped', 'another program has obtained the token'],
      ['kept', ''],
    ],
  );
  assert.deepEqual(tokens, []);
});

function assertSkipsOnly(
  verdicts: readonly { readonly title: string; readonly outcome: string; reason: string }[],
  expected: RegExp,
): void {
  for (const { title, outcome, reason } of verdicts) {
    if (outcome !== 'skipped') continue;
    assert.match(title, expected, reason);
    assert.doesNotMatch(reason, /\n/);
  }
}
