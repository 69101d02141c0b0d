import assert from 'node:assert/strict';
import { test } from 'vitest';
import { excerpt, type Fetch } from '../../demo/conformance/exchange.ts';
import type { Candidate, Verdict } from '../../demo/conformance/judge.ts';
import { followClock } from '../../demo/conformance/platform-clock.ts';
import { judge } from '../../demo/conformance/rules.ts';
import { sentenceOf } from '../../demo/conformance/sentences.ts';
import { minimalClient } from '../support/minimal-platform.ts';
import { minimalCandidate, movingSandbox } from './candidates.ts';

const brokenOf = (verdicts: readonly Verdict[]) =>
  verdicts.filter(({ outcome }) => outcome === 'broken').map(({ title }) => title);
const skippedOf = (verdicts: readonly Verdict[]) =>
  verdicts.filter(({ outcome }) => outcome === 'skipped').map(({ title }) => title);

/** The candidate behind a gate that answers some requests itself, on a clock that pauses move. */
function behind(
  candidate: Candidate,
  gate: (request: Request, time: number) => Response | undefined,
): Candidate {
  let time = 0;
  return {
    ...candidate,
    pause: async (milliseconds) => {
      time += milliseconds;
      await candidate.pause(milliseconds);
    },
    fetch: async (request) => {
      time += 10;
      return gate(request, time) ?? candidate.fetch(request);
    },
  };
}

/** Five calls a second. */
function limiter(refusal: () => Response) {
  const calls: number[] = [];
  return (_: Request, time: number) => {
    while ((calls[0] ?? time) <= time - 1_000) calls.shift();
    if (calls.length >= 5) return refusal();
    calls.push(time);
    return undefined;
  };
}

const refusals: [what: string, refusal: () => Response][] = [
  ['429', () => new Response('slower', { status: 429 })],
  [
    '429 and Retry-After',
    () => new Response('slower', { status: 429, headers: { 'Retry-After': '1' } }),
  ],
];
for (const [what, refusal] of refusals) {
  test(`no rule is broken on a platform that allows five calls a second (${what})`, async () => {
    const candidate = minimalCandidate({ listsAllDates: true });
    const free = await judge(candidate);

    const verdicts = await judge(
      behind(minimalCandidate({ listsAllDates: true }), limiter(refusal)),
    );

    assert.deepEqual(brokenOf(verdicts), []);
    assert.deepEqual(skippedOf(verdicts), skippedOf(free));
  });
}

test('reads are tried again where every third call is 503', async () => {
  let calls = 0;
  const fails = ({ method, url }: Request) => {
    calls += 1;
    const isRead = method === 'GET' || url.endsWith('/oauth/token');
    return isRead && calls % 3 === 0 ? new Response('', { status: 503 }) : undefined;
  };
  const free = await judge(minimalCandidate());

  const verdicts = await judge(behind(minimalCandidate(), fails));

  assert.deepEqual(brokenOf(verdicts), []);
  assert.deepEqual(skippedOf(verdicts), skippedOf(free));
});

test('an order that got 503 is not placed again, and its rule is not called broken', async () => {
  let orders = 0;
  const fails = ({ method, url }: Request) => {
    if (method !== 'POST' || !url.endsWith('/orders')) return undefined;
    orders += 1;
    return new Response('', { status: 503 });
  };

  const [verdict] = await judge(behind(minimalCandidate(), fails), (title) =>
    title.startsWith('Create order: places it'),
  );

  assert.equal(orders, 1);
  assert.equal(verdict?.outcome, 'skipped');
  assert.match(verdict.reason, /responds with 503, and may have written/);
});

test('a platform that never answers breaks no rule, and is soon left alone', async () => {
  let calls = 0;
  const never = () => {
    calls += 1;
    return new Response('', { status: 503 });
  };

  const verdicts = await judge(behind(minimalCandidate(), never));

  assert.deepEqual(brokenOf(verdicts), []);
  assert.equal(skippedOf(verdicts).length, verdicts.length);
  assert.ok(calls < 3 * verdicts.length, `${calls} calls`);
});

test('lists may come with 206', async () => {
  const candidate = minimalCandidate({ listsAllDates: true });
  const fetch: Fetch = async (request) => {
    const response = await candidate.fetch(request);
    if (request.method !== 'GET' || !response.ok) return response;
    return new Response(response.body, { status: 206, headers: response.headers });
  };

  assert.deepEqual(brokenOf(await judge({ ...candidate, fetch })), []);
});

test('orders that lists show only after twenty seconds break no rule', async () => {
  const { candidate, fault } = movingSandbox();
  await fault({ kind: 'list-lag', seconds: 20 });

  assert.deepEqual(brokenOf(await judge(candidate)), []);
});

test('a clock that is ninety seconds behind breaks no rule', async () => {
  const candidate = minimalCandidate({ listsAllDates: true });
  const early = () => candidate.now() + 90_000;

  assert.deepEqual(brokenOf(await judge({ ...candidate, now: early })), []);
});

test("the platform's clock is followed by its Date header", async () => {
  const candidate = minimalCandidate();
  const clock = followClock(candidate.fetch, () => candidate.now() + 90_000);

  await clock.fetch(new Request(`${candidate.url}/v3/events`));

  assert.equal(clock.now(), candidate.now());
});

test('orders that come in while lists are compared break no rule', async () => {
  const candidate = minimalCandidate();
  let orders = 0;
  // One more order at each read, in that list alone.
  const fetch: Fetch = async (request) => {
    const response = await candidate.fetch(request);
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== '/v3/orders' || request.method !== 'GET' || !response.ok) return response;
    const items = (await response.json()) as object[];
    const [first] = items;
    if (!first || searchParams.has('offset')) return Response.json(items);
    orders += 1;
    return Response.json([{ ...first, id: `live-${orders}` }, ...items]);
  };

  const verdicts = await judge({ ...candidate, fetch }, (title) =>
    /^(Create order: places|List orders:)/.test(title),
  );

  const compared = verdicts.find(({ title }) => title.startsWith('List orders:'));
  assert.equal(compared?.outcome, 'skipped', compared?.reason);
  assert.match(compared.reason, /changed each time/);
});

test('what fails once is tried again and kept', async () => {
  const candidate = minimalCandidate();
  let calls = 0;
  const fetch: Fetch = async (request) => {
    if (!request.url.includes('limit=ten')) return candidate.fetch(request);
    calls += 1;
    return calls === 1 ? new Response('[]') : candidate.fetch(request);
  };

  const [verdict] = await judge(
    { ...candidate, fetch },
    (title) => title === 'Errors: responds with 400 to limit=ten of /v3/events',
  );

  assert.deepEqual([verdict?.outcome, calls], ['kept', 2]);
});

test('a broken rule comes with its calls and the sentence of the specification', async () => {
  const candidate = minimalCandidate();
  const fetch: Fetch = async (request) =>
    request.url.includes('limit=ten')
      ? Response.json({ message: 'fine' })
      : candidate.fetch(request);

  const [verdict] = await judge(
    { ...candidate, fetch },
    (title) => title === 'Errors: responds with 400 to limit=ten of /v3/events',
  );

  assert.equal(verdict?.outcome, 'broken');
  assert.match(verdict.sentence, /a parameter of the wrong type such as a non-integer limit/);
  assert.deepEqual(verdict.exchanges, [
    {
      method: 'GET',
      target: '/v3/events?limit=ten',
      sent: '',
      status: 200,
      received: '{"message":"fine"}',
    },
  ]);
});

test('neither a credential nor a customer is in the evidence', async () => {
  const candidate = minimalCandidate();
  const fetch: Fetch = async (request) => {
    const response = await candidate.fetch(request);
    return response.ok ? new Response(response.body, { status: 418 }) : response;
  };

  const verdicts = [
    ...(await judge({ ...candidate, fetch })),
    ...(await judge({
      ...candidate,
      fetch: (request) =>
        request.url.includes('/v3/') ? fetch(request) : candidate.fetch(request),
    })),
  ];

  assert.notDeepEqual(brokenOf(verdicts), []);
  const evidence = JSON.stringify(verdicts);
  for (const secret of [minimalClient.secret, 'minimal.token', 'conformance@example.com']) {
    assert.ok(!evidence.includes(secret), secret);
  }
});

test('names of customers are in no reason', async () => {
  const candidate = minimalCandidate();
  // Orders of other people come in another sequence than is asked for, whatever is asked for.
  const fetch: Fetch = async (request) => {
    const url = new URL(request.url);
    if (url.pathname !== '/v3/orders' || request.method !== 'GET') return candidate.fetch(request);
    const bare = await candidate.fetch(
      new Request(`${url.origin}/v3/orders?status=ALL`, { headers: request.headers }),
    );
    const items = (await bare.json()) as object[];
    const name = `Customer ${url.search}`;
    return Response.json(items.map((item) => ({ ...item, name })));
  };

  const verdicts = await judge({ ...candidate, fetch }, (title) =>
    /^Create order: (places|is the)|[Oo]rder|\/v3\/orders/.test(title),
  );

  assert.ok(brokenOf(verdicts).length > 0);
  assert.doesNotMatch(JSON.stringify(verdicts), /Customer/);
});

test('an excerpt has the items that the reason names', () => {
  const items = Array.from({ length: 900 }, (_, number) => ({ id: `event-${number}`, n: number }));

  assert.equal(
    excerpt(JSON.stringify(items), 'event-777: n is 777'),
    '[{"id":"event-777","n":777}]',
  );
  assert.match(excerpt(JSON.stringify(items), 'nothing'), /… and \d+ characters more$/);
});

test('every rule has its sentence of the specification', async () => {
  const untold = (await judge(minimalCandidate())).filter(({ title }) => sentenceOf(title) === '');

  assert.deepEqual(
    untold.map(({ title }) => title),
    [],
  );
});
