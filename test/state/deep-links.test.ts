import assert from 'node:assert/strict';
import test from 'node:test';
import type { Choice } from '../../src/domain/choice.ts';
import { unfiltered } from '../../src/domain/list-filter.ts';
import type { BookingController } from '../../src/state/booking-controller.ts';
import { attemptsOf, type Action, type Step } from '../../src/state/steps.ts';
import { DeepLinks, methodFor, type AddressWindow } from '../../src/state/deep-links.ts';
import { aChoice, anAttempt } from '../support/builders.ts';

for (const [what, place, before, isSameAddress, method] of [
  ['the first place', 'kayak', undefined, false, 'replaceState'],
  ['the first place, which the address names', 'kayak', undefined, true, 'replaceState'],
  ['the list at first', '', undefined, true, 'replaceState'],
  ['another event', 'fado', 'kayak', false, 'pushState'],
  ['another place of the same address', 'kayak checkout', 'kayak', true, 'pushState'],
  ['an event after the list', 'kayak', '', false, 'pushState'],
  ['the list after an event', '', 'kayak', false, 'pushState'],
  ['another day or party of the same place', 'kayak', 'kayak', false, 'replaceState'],
  ['another day of the list', '', '', false, 'replaceState'],
  ['the same place and address', 'kayak', 'kayak', true, undefined],
  ['the same list', '', '', true, undefined],
] as const) {
  test(`${what}: ${method ?? 'the entry is left as it is'}`, () => {
    assert.equal(methodFor(place, before, isSameAddress), method);
  });
}

const PAGE = 'https://shop.example/tours?tab=2';
const choice = aChoice({ day: '2026-11-28' });
const list: Step = { name: 'list' };
const cart: Step = { name: 'cart', placed: [] };
const eventWith = (chosen: Choice): Step => ({
  name: 'event',
  choice: chosen,
  quoting: false,
  failure: null,
  placed: [],
  replaces: null,
});
const event = eventWith(choice);
const checkout: Step = { name: 'checkout', choice, attempts: [anAttempt()], busy: null };
const cartCheckout: Step = { ...checkout, choice: null };
const result: Step = { name: 'result', choice, attempts: attemptsOf(checkout) };
const view: Step = { name: 'view', viewKey: 'key', intent: null, failure: null };

/**
 * A page with a history of entries, and the calls that the flow gets.
 * @param moves the steps that actions lead to
 */
function open(
  first: Step,
  { hasAddress = true, tagEvent = '', address = PAGE } = {},
  moves: Partial<Record<Action['type'], Step>> = {},
) {
  const calls: string[] = [];
  const writes: string[] = [];
  const write = (method: string) => (state: unknown, _: string, url: string) => {
    writes.push(`${method} ${url.replace(PAGE, '')}`);
    setEntry(url, state);
  };
  const history = {
    state: null as unknown,
    pushState: write('push'),
    replaceState: write('replace'),
  };
  const location = { href: '', search: '' };
  function setEntry(url: string, state: unknown): void {
    history.state = state;
    location.href = url;
    location.search = new URL(url).search;
  }
  setEntry(address, { ofPage: 1 });
  const flow = {
    step: first,
    get choice() {
      return ('choice' in flow.step && flow.step.choice) || undefined;
    },
    listing: unfiltered,
    data: { participants: 2 },
    send: ({ type, ...rest }: Action) => {
      calls.push('eventId' in rest ? `${type} ${rest.eventId}` : type);
      flow.step = moves[type] ?? flow.step;
    },
    narrow: () => calls.push('narrow'),
    showCart: () => calls.push('showCart'),
    checkOut: () => calls.push('checkOut'),
    changeChoice: () => calls.push('changeChoice'),
  };
  const links = new DeepLinks(
    { history, location } as unknown as AddressWindow,
    flow as unknown as BookingController,
    flow,
    () => ({ hasAddress, event: tagEvent }),
  );
  return {
    history,
    calls,
    writes,
    /** The widget is updated at this step. */
    show(step: Step): void {
      flow.step = step;
      links.write();
    },
    /** The browser goes to an entry. */
    arrive(place: string | undefined, url = PAGE): void {
      setEntry(url, place === undefined ? null : { bookingPlace: place });
      links.follow();
    },
  };
}

const KAYAK = '&booking-event=kayak&booking-day=2026-11-28&booking-participants=2';

test('each step is an entry of its own, with the page’s own state', () => {
  const page = open(list);
  for (const step of [list, event, checkout, result, cart, cartCheckout, list]) page.show(step);

  assert.deepEqual(page.writes, [
    'replace ',
    `push ${KAYAK}`,
    `push ${KAYAK}`,
    'push ',
    'push ',
    'push ',
  ]);
  assert.deepEqual(page.history.state, { ofPage: 1, bookingPlace: '' });
});

test('what is chosen of an event replaces its entry, once', () => {
  const page = open(event);
  for (const day of ['2026-11-28', '2026-11-29', '2026-11-29']) {
    page.show(eventWith({ ...choice, day }));
  }

  assert.deepEqual(page.writes, [`replace ${KAYAK}`, `replace ${KAYAK.replace('-28', '-29')}`]);
});

test('the event of the tag is in no address, but its steps are entries', () => {
  const page = open(event, { tagEvent: 'kayak' });
  page.show(event);
  page.show(checkout);

  const address = KAYAK.replace('&booking-event=kayak', '');
  assert.deepEqual(page.writes, [`replace ${address}`, `push ${address}`]);
});

test('the order of a link, and a widget without an address, leave the history as it is', () => {
  const ofLink = open(list);
  ofLink.show(view);
  const without = open(list, { hasAddress: false });
  for (const step of [list, event, checkout]) without.show(step);
  without.arrive('kayak', PAGE + KAYAK);

  assert.deepEqual([...ofLink.writes, ...without.writes, ...without.calls], []);
});

test('a history that refuses is not asked again for the same place', () => {
  const page = open(list);
  let asked = 0;
  page.history.replaceState = () => {
    asked += 1;
    throw new DOMException('too often', 'SecurityError');
  };
  page.show(list);
  page.show(list);

  assert.equal(asked, 1);
});

const fado = PAGE + KAYAK.replace('kayak', 'fado');
const toList = ['narrow', 'show-list'];
const toCheckout = ['show-cart', 'checkOut'];
for (const [from, step, rows] of [
  [
    'the list',
    list,
    [
      ['the list', '', PAGE, toList],
      ['an event', 'kayak', PAGE + KAYAK, ['show-event kayak']],
      ['the checkout of an event', 'kayak checkout', PAGE + KAYAK, ['show-event kayak']],
      ['the cart', ' cart', PAGE, ['showCart']],
      ['its checkout', ' checkout', PAGE, toCheckout],
    ],
  ],
  [
    'an event',
    event,
    [
      ['the list', '', PAGE, toList],
      ['the same event', 'kayak', PAGE + KAYAK, []],
      ['its checkout', 'kayak checkout', PAGE + KAYAK, []],
      ['another event', 'fado', fado, ['show-event fado']],
      ['the cart', ' cart', PAGE, ['showCart']],
      ['the cart’s checkout', ' checkout', PAGE, toCheckout],
    ],
  ],
  [
    'a checkout',
    checkout,
    [
      ['the list', '', PAGE, toList],
      ['its event', 'kayak', PAGE + KAYAK, ['changeChoice']],
      ['itself', 'kayak checkout', PAGE + KAYAK, []],
      ['another event', 'fado', fado, ['show-event fado']],
      ['the cart', ' cart', PAGE, ['changeChoice']],
      ['the cart’s checkout', ' checkout', PAGE, []],
    ],
  ],
  [
    'the checkout of a cart',
    cartCheckout,
    [
      ['the list', '', PAGE, toList],
      ['the cart', ' cart', PAGE, ['changeChoice']],
      ['itself', ' checkout', PAGE, []],
      ['an event', 'kayak', PAGE + KAYAK, ['show-event kayak']],
    ],
  ],
  [
    'the cart',
    cart,
    [
      ['the list', '', PAGE, toList],
      ['an event', 'kayak', PAGE + KAYAK, ['show-event kayak']],
      ['its checkout', ' checkout', PAGE, toCheckout],
    ],
  ],
  // What is over cannot be gone back to.
  [
    'the result',
    result,
    [
      ['the list', '', PAGE, toList],
      ['its event', 'kayak', PAGE + KAYAK, toList],
      ['its checkout', 'kayak checkout', PAGE + KAYAK, toList],
      ['the cart', ' cart', PAGE, toList],
    ],
  ],
] as [string, Step, [string, string, string, string[]][]][]) {
  for (const [to, place, url, calls] of rows) {
    test(`the browser’s way from ${from} to ${to}: ${calls.join(', ') || 'stays'}`, () => {
      const page = open(step);
      page.show(step);
      page.arrive(place, url);

      assert.deepEqual(page.calls, calls);
    });
  }
}

test('the result of the tag’s event leads back to that event, and not to a list', () => {
  const page = open(result, { tagEvent: 'kayak' });
  page.show(result);
  page.arrive('kayak');

  assert.deepEqual(page.calls, ['show-event kayak']);
});

test('an entry of the page itself is followed only where its address names another route', () => {
  const page = open(list);
  page.show(list);
  page.arrive(undefined, `${PAGE}#prices`);
  assert.deepEqual(page.calls, []);

  page.arrive(undefined, PAGE + KAYAK);
  assert.deepEqual(page.calls, ['show-event kayak']);
});

test('an entry that was arrived at is not written again', () => {
  const page = open(list, {}, { 'show-list': list });
  page.show(list);
  page.show(event);
  page.arrive('', PAGE);
  page.show(list);

  assert.deepEqual(page.writes, ['replace ', `push ${KAYAK}`]);
});

test('a step that the flow does not leave is a new entry again', () => {
  const page = open(event);
  page.show(event);
  page.show(checkout);
  page.arrive('kayak', PAGE + KAYAK);
  page.show(checkout);

  assert.deepEqual(page.writes, [`replace ${KAYAK}`, `push ${KAYAK}`, `push ${KAYAK}`]);
});

test('an entry whose step is over becomes that of the step in its place, so that back leads on', () => {
  const page = open(list, {}, { 'show-cart': cart, 'show-event': event });
  page.show(list);
  page.arrive(' checkout');
  page.show(cart);
  page.arrive('kayak checkout', PAGE + KAYAK);
  page.show(event);

  assert.deepEqual(page.writes, ['replace ', 'replace ', `replace ${KAYAK}`]);
  assert.deepEqual(page.history.state, { bookingPlace: 'kayak' });
});
