import assert from 'node:assert/strict';
import { test } from 'vitest';
import { PageHistory } from '../../src/page/page-history.ts';
import { createBrowserHistory } from '../support/browser-history.ts';

const PAGE = 'https://shop.example/tours?a=1';
/** What the page's router has in its entries. */
const ofPage = { router: { position: 7 } };

function open(state: unknown = ofPage) {
  const browser = createBrowserHistory(PAGE, state);
  const history = new PageHistory(() => browser.window);
  history.follow(() => {});
  return { browser, history };
}

/** What a router's listeners do at once is done, and what they left to a timer. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('an entry that is left names the place that it is left from, beside what the page has in it', () => {
  const { browser, history } = open();
  history.push('one', 'event', 'list');
  history.push('two', 'cart', 'list');

  assert.deepEqual(browser.states(), [
    { ...ofPage, booking: { places: { one: 'list' } } },
    { ...ofPage, booking: { places: { one: 'event', two: 'list' } } },
    { ...ofPage, booking: { places: { one: 'event', two: 'cart' } } },
  ]);
  assert.deepEqual(new Set(browser.addresses()), new Set([PAGE]));
});

test('an entry can have an address of its own', () => {
  const { browser, history } = open();
  history.push('one', 'event', 'list', `${PAGE}&b=2`);
  history.replace('one', 'event', `${PAGE}&b=3`);

  assert.deepEqual(browser.addresses(), [PAGE, `${PAGE}&b=3`]);
});

for (const [what, state] of [
  ['nothing', null],
  ['a text', 'tab 2'],
  ['a list', ['tab', 2]],
] as const) {
  test(`an entry in which the page has ${what} keeps it`, () => {
    const { browser, history } = open(state);
    history.push('one', 'event', 'list');

    const { booking, ...kept } = { ...(browser.states()[0] as object) } as { booking?: object };
    assert.deepEqual(state === null ? kept : browser.states()[0], state ?? {});
    assert.equal(booking !== undefined, state === null);
    assert.deepEqual(browser.states()[1], { booking: { places: { one: 'event' } } });
  });
}

for (const booking of [null, 'list', { places: 'list' }, { places: { one: 1 }, dialog: {} }]) {
  test(`what a script of the page has written as ${JSON.stringify(booking)} names no place`, () => {
    const { history } = open({ booking });

    assert.deepEqual([history.placeOf('one'), history.dialog], [undefined, undefined]);
  });
}

test('a dialog has its own entry, and is left over all of its steps at once', async () => {
  const { browser, history } = open();
  history.enterDialog('tickets', PAGE);
  history.push('one', 'event', 'list');
  assert.equal(history.dialog, 'tickets');

  await history.leaveDialog('tickets');

  assert.equal(history.dialog, undefined);
  assert.deepEqual(browser.history.state, ofPage);
});

test('a router that replaces the state of an entry at once does not take the place out of it', async () => {
  const { browser, history } = open();
  history.push('one', 'event', 'list');
  browser.window.addEventListener('popstate', () => browser.history.replaceState({ own: 1 }, ''));

  browser.history.go(-1);
  assert.equal(history.placeOf('one'), 'list');
  await settled();

  assert.deepEqual(browser.history.state, { own: 1, booking: { places: { one: 'list' } } });
});

test('a router that goes on to another page at once finds nothing in its entry', async () => {
  const { browser, history } = open();
  history.push('one', 'event', 'list');
  browser.window.addEventListener('popstate', () =>
    browser.history.pushState({ own: 1 }, '', 'https://shop.example/login'),
  );

  browser.history.go(-1);
  await settled();

  assert.deepEqual(browser.history.state, { own: 1 });
  assert.equal(history.placeOf('one'), undefined);
});

test('the key of a copied link is taken out of the address, and the page’s state stays', () => {
  const { browser, history } = open();
  browser.history.replaceState(ofPage, '', `${PAGE}#top&booking-view=key`);

  assert.equal(history.takeViewKey(), 'key');
  assert.equal(browser.location.href, `${PAGE}#top`);
  assert.deepEqual(browser.history.state, ofPage);
  assert.equal(history.takeViewKey(), undefined);
});

test('a document that refuses is left as it is', () => {
  const { browser, history } = open();
  const refuse = () => {
    throw new DOMException('too often', 'SecurityError');
  };
  Object.assign(browser.history, { pushState: refuse, replaceState: refuse });

  history.push('one', 'event', 'list');
  history.enterDialog('tickets', PAGE);

  assert.deepEqual(browser.states(), [ofPage]);
});

test('a widget that a router puts in as the browser arrives hears of the arrival, and of its place', () => {
  const browser = createBrowserHistory(PAGE, ofPage);
  const history = new PageHistory(() => browser.window);
  const heard: unknown[] = [];
  const hear = () => heard.push(history.placeOf('one'));
  browser.window.addEventListener('popstate', () => {
    browser.history.replaceState(ofPage, '');
    history.unfollow(leave);
    history.follow(hear);
  });
  const leave = () => assert.fail('It is no longer in the page.');
  history.follow(leave);
  history.push('one', 'event', 'list');
  browser.history.go(-1);

  assert.deepEqual(heard, ['list']);
});
