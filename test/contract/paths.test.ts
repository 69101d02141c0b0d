import assert from 'node:assert/strict';
import { test } from 'vitest';
import { paths, pathTo } from '#contract/paths';

test('an id stays one path segment, with any characters', () => {
  for (const path of [paths.mergedEvent, paths.eventDates, paths.vendor]) {
    const parts = (id: string) =>
      new URL(pathTo(path, id), 'https://book.example').pathname.split('/').length;

    assert.equal(parts('a/b?c#d'), parts('a'));
  }
});

test('paths of the platform are those of its specification', () => {
  assert.equal(paths.events, '/v3/events');
  assert.equal(pathTo(paths.eventDates, 'kayak'), '/v3/events/kayak/dates');
  assert.equal(paths.products, '/v3/products');
});
