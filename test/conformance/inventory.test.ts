import assert from 'node:assert/strict';
import { test } from 'vitest';
import { judge } from '../../demo/conformance/rules.ts';
import { sandboxCandidate } from './candidates.ts';

const WRITING = /^(Create|Update) (event|date|dates in batch|product)( for an? (vendor|event))?:/;

test('what the rules create is inactive or sold out afterwards, and named with its id', async () => {
  const left: string[] = [];
  const candidate = sandboxCandidate();

  const verdicts = await judge({ ...candidate, leave: (what) => left.push(what) }, (title) =>
    WRITING.test(title),
  );

  assert.ok(verdicts.every(({ outcome }) => outcome === 'kept'));
  const of = (kind: string) => left.filter((what) => what.startsWith(`${kind} `));
  assert.ok(of('event').length > 0 && of('date').length > 0 && of('product').length > 0);
  for (const what of of('event')) assert.match(what, /^event \S+, inactive$/);
  for (const what of of('product')) assert.match(what, /^product \S+, sold out$/);
  for (const what of of('date')) assert.match(what, /^date \S+ of event \S+$/);
});

test('an event that could not be deactivated is named as still active', async () => {
  const left: string[] = [];
  const candidate = sandboxCandidate();

  await judge(
    {
      ...candidate,
      leave: (what) => left.push(what),
      fetch: async (request) =>
        request.method === 'PATCH' ? new Response('', { status: 500 }) : candidate.fetch(request),
    },
    (title) => title.startsWith('Create event:'),
  );

  assert.match(left.join(), /^event \S+, STILL ACTIVE$/);
});

test('no event, date or product is written where that is not allowed', async () => {
  const writes: string[] = [];
  const candidate = sandboxCandidate();

  const verdicts = await judge(
    {
      ...candidate,
      mayWrite: false,
      fetch: (request) => {
        const { pathname } = new URL(request.url);
        if (request.method !== 'GET' && pathname !== '/oauth/token') writes.push(pathname);
        return candidate.fetch(request);
      },
    },
    (title) => WRITING.test(title) || title.startsWith('Authentication 7:'),
  );

  assert.deepEqual(writes, []);
  for (const { reason } of verdicts) assert.equal(reason, 'writes only with CONFORMANCE_WRITE=1');
});
