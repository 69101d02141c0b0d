import assert from 'node:assert/strict';
import { test } from 'vitest';
import { viewKeyIn, viewLinkOf } from '../../src/domain/view-link.ts';
import { aKey } from '../support/builders.ts';

test('a link is the page’s address with the key behind the #, in place of what was there', () => {
  assert.equal(
    viewLinkOf('https://shop.example/tours?a=1#top', aKey),
    `https://shop.example/tours?a=1#booking-view=${aKey}`,
  );
});

for (const address of [
  'about:srcdoc',
  'blob:https://shop.example/5c1',
  'file:///home/ida/tours.html',
]) {
  test(`there is no link to ${address}, which leads nowhere on another device`, () => {
    assert.equal(viewLinkOf(address, aKey), undefined);
  });
}

const page = 'https://shop.example/tours?a=1';
for (const [before, after] of [
  [`#booking-view=${aKey}`, ''],
  [`#top&booking-view=${aKey}`, '#top'],
  [`#booking-view=${aKey}&x=1#2`, '#x=1#2'],
] as const) {
  test(`the key is taken out of ${before.replace(aKey, 'KEY')}, and nothing else`, () => {
    assert.deepEqual(viewKeyIn(page + before), { viewKey: aKey, addressWithout: page + after });
  });
}

test('an address without a key has none', () => {
  for (const address of [page, `${page}#booking`, `${page}?booking-view=${aKey}`]) {
    assert.equal(viewKeyIn(address), undefined);
  }
});
