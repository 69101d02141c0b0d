import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { FirstResponses } from '#contract/first-responses';
import { MINUTE } from '#contract/milliseconds';
import { firstPageOf } from '../../src/client/first-page.ts';
import { createUrls } from '../../src/client/urls.ts';
import { aListedEvent, aSite } from '../support/builders.ts';

const PROXY = 'https://book.example/shop';
const AT = Date.parse('2026-11-21T09:00:00Z');

const written: FirstResponses = {
  at: AT,
  site: null,
  settings: aSite(),
  events: [aListedEvent({ id: 'kayak' })],
};

interface Tag {
  readonly site?: string;
  readonly proxy?: string;
  readonly now?: number;
}

function pageFor({ proxy = PROXY, site, now = AT }: Tag, responses = written) {
  return firstPageOf({ responses, servedBy: PROXY }, createUrls(proxy, site), now);
}

test('what came in the script is the response to the tag’s first requests', () => {
  const page = pageFor({});

  assert.deepEqual(page?.site, written.settings);
  assert.deepEqual(page?.events, written.events);
  assert.equal(page?.url, 'https://book.example/shop/v3/events?limit=25');
});

for (const [what, tag, isUsed] of [
  ['written a moment ago', {}, true],
  ['written ten minutes ago', { now: AT + 10 * MINUTE }, true],
  ['older than ten minutes', { now: AT + 10 * MINUTE + 1 }, false],
  ['written in ten minutes, by a slow clock', { now: AT - 10 * MINUTE }, true],
  ['written later than that, by a clock that is wrong', { now: AT - 10 * MINUTE - 1 }, false],
  ['of another site', { site: 'north' }, false],
  ['of another proxy', { proxy: 'https://other.example' }, false],
  ['of the same proxy, written differently', { proxy: `${PROXY}/` }, true],
] satisfies [string, Tag, boolean][]) {
  test(`what came in the script is ${isUsed ? '' : 'not '}used if it is ${what}`, () => {
    assert.equal(pageFor(tag) !== undefined, isUsed);
  });
}

test('what was written for a site is for tags that name it', () => {
  const ofNorth = { ...written, site: 'north' };

  assert.equal(pageFor({}, ofNorth), undefined);
  assert.equal(pageFor({ site: 'south' }, ofNorth), undefined);
  assert.equal(
    pageFor({ site: 'north' }, ofNorth)?.url,
    'https://book.example/shop/v3/events?limit=25&site=north',
  );
});
