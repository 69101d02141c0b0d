import assert from 'node:assert/strict';
import test from 'node:test';
import { takeViewKey, viewLinkOf } from '../../src/domain/view-link.ts';
import { aKey } from '../support/builders.ts';

/** A page whose address follows its history. */
function open(address: string) {
  const location = new URL(address) as unknown as Location;
  const state = { of: 'the host page' };
  const history = {
    state,
    replaceState(kept: unknown, _: string, to: string) {
      assert.equal(kept, state);
      location.href = new URL(to, address).href;
    },
  } as unknown as History;
  return { location, take: () => takeViewKey(location, history) };
}

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

for (const [before, after] of [
  [`#booking-view=${aKey}`, ''],
  [`#top&booking-view=${aKey}`, '#top'],
  [`#booking-view=${aKey}&x=1`, '#x=1'],
] as const) {
  test(`the key is taken out of ${before.replace(aKey, 'KEY')}, and nothing else`, () => {
    const { location, take } = open(`https://shop.example/tours?a=1${before}`);

    assert.equal(take(), aKey);
    assert.equal(location.href, `https://shop.example/tours?a=1${after}`);
    assert.equal(take(), undefined);
  });
}

test('an address without a key stays as it is', () => {
  const { location, take } = open('https://shop.example/#booking');

  assert.equal(take(), undefined);
  assert.equal(location.href, 'https://shop.example/#booking');
});
