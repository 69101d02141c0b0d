import assert from 'node:assert/strict';
import { test } from 'vitest';
import { draftOf, ownEvent } from '../../demo/own-event.ts';
import { createDraftStore } from '../../demo/workbench/kept-draft.ts';
import { idsOf, toHtml, toInput } from '../../demo/workbench/own-draft.ts';
import { eventDraft } from '../../proxy/operations/event-draft.ts';
import { aDraft, CATEGORIES, NOW, PICTURE } from './a-draft.ts';

const sent = (draft = aDraft(), ids = {}) => toInput(draft, [PICTURE], CATEGORIES, ids, NOW);

test('what the form sends is what the server takes, and its file is what the command takes', () => {
  const { input, problems } = sent();
  const parsed = ownEvent.parse(JSON.parse(JSON.stringify(input)));
  const file: unknown = JSON.parse(JSON.stringify(draftOf(parsed)));

  assert.deepEqual(problems, []);
  const { event, dates, pricelists, products } = eventDraft.parse(file);
  assert.equal(event.title, 'Night paddle');
  assert.equal(
    event.description,
    '<p>When the lights go on.</p><p>Back by &#60;midnight&#62;.</p>',
  );
  assert.deepEqual(
    dates.map(({ date }) => date),
    ['2026-11-26T18:00:00Z', '2026-12-24T16:00:00Z', '2027-01-01T17:00:00Z'],
  );
  assert.deepEqual(
    pricelists.map(({ title }) => title),
    ['Night paddle, Weekend'],
  );
  assert.deepEqual(
    products.map(({ total, available }) => [total, available]),
    [[20, 20]],
  );
});

test('a start that comes twice is sent once', () => {
  const draft = aDraft();
  const [group, ...others] = draft.groups;
  assert.ok(group);
  const listed = '2026-12-24 17:00\n2026-12-24 17:00 4\n2026-11-26 19:00';

  const { input } = sent({ ...draft, groups: [{ ...group, listed }, ...others] });

  assert.deepEqual(
    Object.values(input.groups[0].dates).map((starts) => starts.length),
    [1, 1, 0],
  );
});

test('coordinates are two numbers, however maps separate them', () => {
  for (const coordinates of ['52.5, 13.4', '52.5 13.4', '52.5,13.4', '52.5; 13.4']) {
    const { input, problems } = sent({ ...aDraft(), coordinates });
    assert.deepEqual([input.event.location_lat, input.event.location_lng], [52.5, 13.4]);
    assert.deepEqual(problems, []);
  }
  for (const coordinates of ['', 'Berlin', '52.5', '52.5, 13.4, 7']) {
    const { problems } = sent({ ...aDraft(), coordinates });
    assert.deepEqual(
      problems.map(({ field }) => field),
      ['event.location_lat'],
      coordinates,
    );
  }
});

test('parts that the platform has are sent with their ids, and the file has none of them', () => {
  const draft = aDraft();
  const ids = idsOf(draft, {
    id: 'e',
    active: true,
    type: 'BOOKING',
    left: null,
    groups: [
      { id: 'e', prices: [1, 2] },
      { id: 'f', prices: [3] },
    ],
    products: ['p'],
  });

  const { input } = sent(draft, ids);

  assert.deepEqual(
    input.groups.map(({ id }) => id),
    ['e', 'f'],
  );
  assert.deepEqual(
    input.groups.flatMap(({ prices }) => prices.map(({ id }) => id)),
    [1, 2, 3],
  );
  assert.equal(input.products[0]?.id, 'p');
  const file = draftOf(ownEvent.parse(input));
  const named = [file.event, ...file.event.prices, ...file.pricelists, ...file.products];
  assert.ok(named.every((part) => !('id' in part)));
});

test('plain text becomes paragraphs and lines, and no markup of its own gets through', () => {
  assert.equal(
    toHtml('One\ntwo\n\n \nThree & <b>four</b>'),
    '<p>One<br>two</p><p>Three &#38; &#60;b&#62;four&#60;/b&#62;</p>',
  );
  assert.equal(toHtml(' \n '), '');
});

test('a tab keeps the draft with its pictures, and says when it has no room', () => {
  const items = new Map<string, string>();
  let room = Infinity;
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem(key: string, value: string) {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError');
      items.set(key, value);
    },
  } as Storage;
  const kept = { draft: aDraft(), pictures: [PICTURE], written: undefined };

  assert.ok(createDraftStore(storage).keep(kept));
  assert.deepEqual(createDraftStore(storage).load(), kept);
  room = 10;
  assert.ok(!createDraftStore(storage).keep(kept));
  items.set('workbench own event', '{"version":0,"draft":{}}');
  assert.equal(createDraftStore(storage).load(), undefined);
});
