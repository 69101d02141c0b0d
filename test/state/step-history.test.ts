import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Choice } from '../../src/domain/choice.ts';
import { unfiltered } from '../../src/domain/list-filter.ts';
import { PageHistory } from '../../src/page/page-history.ts';
import type { BookingController } from '../../src/state/booking-controller.ts';
import { StepHistory } from '../../src/state/step-history.ts';
import {
  type Action,
  attemptsOf,
  type LeftStep,
  type ResultStep,
  type Step,
} from '../../src/state/steps.ts';
import { createBrowserHistory } from '../support/browser-history.ts';
import {
  aCart,
  aCartLine,
  aChoice,
  anAttempt,
  anAttemptWith,
  aPlacedIntent,
} from '../support/builders.ts';

const PAGE = 'https://shop.example/tours?tab=2';
const NAME = 'widget';
const choice = aChoice({ day: '2026-11-28', start: null });
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
const result: ResultStep = {
  name: 'result',
  choice,
  attempts: [anAttemptWith(aPlacedIntent(), { sent: 1 })],
};
const open: ResultStep = { ...result, attempts: [...result.attempts, ...attemptsOf(checkout)] };
const view: Step = { name: 'view', viewKey: 'key', intent: null, failure: null };

/**
 * A page with a history, and the calls that the flow gets.
 * @param moves the steps that actions lead to
 */
function begin(
  first: Step,
  { deepLinks = false, isOff = false, tagEvent = '', hasCart = true } = {},
  moves: Partial<Record<Action['type'], Step>> = {},
) {
  const calls: string[] = [];
  let left: LeftStep | undefined;
  const browser = createBrowserHistory(PAGE, { ofPage: 1 });
  const entries = new PageHistory(() => browser.window);
  const flow = {
    step: first,
    get choice() {
      return ('choice' in flow.step && flow.step.choice) || undefined;
    },
    cart: aCart({ lines: hasCart ? [aCartLine()] : [] }),
    listing: unfiltered,
    data: { participants: 2 },
    left: (name: LeftStep['name']) => (left?.name === name ? left : undefined),
    storeLeft: (step: LeftStep) => (left = step),
    send: (action: Action) => {
      const { type, ...rest } = action;
      calls.push('eventId' in rest ? `${type} ${rest.eventId}` : type);
      flow.step = action.type === 'show-again' ? action.step : (moves[type] ?? flow.step);
    },
    narrow: () => calls.push('narrow'),
    quote: () => {
      calls.push('quote');
      flow.step = moves.quote ?? flow.step;
    },
    showCart: () => calls.push('showCart'),
    checkOut: () => calls.push('checkOut'),
    changeChoice: () => {
      calls.push('changeChoice');
      flow.step = moves['change-choice'] ?? flow.step;
    },
    showResult: () => calls.push('showResult'),
  };
  const steps = new StepHistory(entries, flow as unknown as BookingController, flow, () => ({
    name: isOff ? undefined : NAME,
    hasAddress: deepLinks && !isOff,
    event: tagEvent,
  }));
  const show = (step: Step): void => {
    flow.step = step;
    steps.write();
  };
  show(first);
  return {
    browser,
    calls,
    show,
    /** The place of each entry. */
    places: () =>
      browser
        .states()
        .map((state) => (state as { booking?: { places: object } }).booking?.places ?? {})
        .map((places) => Object.values(places).join()),
    /** What each entry adds to the page's own address. */
    queries: () => browser.addresses().map((address) => address.replace(PAGE, '')),
    go(by: number): void {
      browser.history.go(by);
      steps.follow();
    },
    /** The browser goes to an entry that names this place. */
    arrive(place: string | undefined, query = ''): void {
      const booking = { places: { [NAME]: place } };
      browser.history.replaceState(place === undefined ? null : { booking }, '', PAGE + query);
      steps.follow();
    },
  };
}

const KAYAK = '&booking-event=kayak&booking-day=2026-11-28&booking-participants=2';
const FADO = KAYAK.replace('kayak', 'fado');

test('each step is an entry of its own with the page’s own state, and a result in place of its checkout', () => {
  const page = begin(list);
  for (const step of [event, checkout, result, cart, cartCheckout, list]) page.show(step);

  assert.deepEqual(page.places(), ['list', 'event kayak', 'result 1', 'cart', 'checkout', 'list']);
  assert.deepEqual(new Set(page.queries()), new Set(['']));
  assert.ok(page.browser.states().every((state) => (state as { ofPage?: 1 }).ofPage === 1));
});

test('the first place changes nothing of the page’s history', () => {
  const page = begin(event);
  page.show(event);

  assert.deepEqual(page.browser.states(), [{ ofPage: 1 }]);
});

test('with deep links the address names the open event, and what is chosen of it is no new entry', () => {
  const page = begin(list, { deepLinks: true });
  for (const day of ['2026-11-28', '2026-11-29']) page.show(eventWith({ ...choice, day }));
  page.show(checkout);
  page.show(cart);

  assert.deepEqual(page.queries(), ['', KAYAK.replace('-28', '-29'), KAYAK, '']);
});

test('the event of the tag is in no address, but its steps are entries', () => {
  const page = begin(event, { deepLinks: true, tagEvent: 'kayak' });
  page.show(checkout);

  const query = KAYAK.replace('&booking-event=kayak', '');
  assert.deepEqual(page.queries(), [query, query]);
  assert.deepEqual(page.places(), ['event kayak', 'checkout kayak']);
});

test('the order of a link, and a widget that leaves the history alone, change nothing of it', () => {
  const ofLink = begin(view);
  const off = begin(list, { isOff: true, deepLinks: true });
  off.show(event);
  off.arrive('event fado', FADO);

  assert.deepEqual(ofLink.browser.states(), [{ ofPage: 1 }]);
  assert.deepEqual([off.queries(), off.calls], [[FADO], []]);
});

test('a list in place of an event that is gone is no entry of its own', () => {
  const page = begin(list);
  page.show(event);
  page.show({ ...list, missing: 'kayak' });

  assert.deepEqual(page.places(), ['list', 'list']);
});

for (const [from, step, rows] of [
  [
    'the list',
    list,
    [
      ['the list', 'list', ''],
      ['an event', 'event kayak', 'show-event kayak'],
      ['the checkout of an event', 'checkout kayak', 'show-event kayak'],
      ['the cart', 'cart', 'showCart'],
      ['its checkout', 'checkout', 'show-cart, checkOut'],
      ['a result that is not stored', 'result 2', 'show-list'],
    ],
  ],
  [
    'an event',
    event,
    [
      ['the list', 'list', 'show-list'],
      ['itself', 'event kayak', ''],
      ['its checkout, without a time', 'checkout kayak', ''],
      ['another event', 'event fado', 'show-event fado'],
      ['the cart', 'cart', 'showCart'],
      ['the cart’s checkout', 'checkout', 'show-cart, checkOut'],
    ],
  ],
  ['an event with a time', eventWith(aCartLine()), [['its checkout', 'checkout kayak', 'quote']]],
  [
    'a checkout',
    checkout,
    [
      ['the list', 'list', 'show-list'],
      ['its event', 'event kayak', 'changeChoice'],
      ['itself', 'checkout kayak', ''],
      ['another event', 'event fado', 'show-event fado'],
      ['the cart', 'cart', 'showCart'],
    ],
  ],
  [
    'the checkout of a cart',
    cartCheckout,
    [
      ['the list', 'list', 'show-list'],
      ['the cart', 'cart', 'changeChoice'],
      ['itself', 'checkout', ''],
      ['an event', 'event kayak', 'show-event kayak'],
    ],
  ],
  [
    'the cart',
    cart,
    [
      ['the list', 'list', 'show-list'],
      ['an event', 'event kayak', 'show-event kayak'],
      ['its checkout', 'checkout', 'show-cart, checkOut'],
    ],
  ],
  // What is ordered cannot be gone back to.
  [
    'the result',
    result,
    [
      ['the list', 'list', 'show-list'],
      ['its event', 'event kayak', 'show-event kayak'],
      ['its checkout', 'checkout kayak', 'show-event kayak'],
      ['itself', 'result 1', ''],
      ['the cart with something else in it', 'cart', 'showCart'],
    ],
  ],
  [
    'the result of a part',
    open,
    [
      ['its event', 'event kayak', 'changeChoice'],
      ['the cart', 'cart', 'showCart'],
    ],
  ],
  ['the order of a link', view, [['an event', 'event kayak', 'show-event kayak']]],
] as [string, Step, [string, string, string][]][]) {
  for (const [to, place, calls] of rows) {
    test(`the browser’s way from ${from} to ${to}: ${calls || 'stays'}`, () => {
      const page = begin(step);
      page.arrive(place);

      assert.equal(page.calls.join(', '), calls);
    });
  }
}

test('the result of a whole cart leads to the list, and not to an empty cart', () => {
  for (const place of ['cart', 'checkout']) {
    const page = begin(result, { hasCart: false });
    page.arrive(place);

    assert.deepEqual(page.calls, ['show-list']);
  }
});

test('a result is shown again', () => {
  const page = begin(list, {}, { 'show-event': event });
  for (const step of [event, checkout, result]) page.show(step);
  page.go(-1);
  page.go(1);

  assert.deepEqual(page.calls, ['show-event kayak', 'showResult']);
});

test('a choice is there again, unless its line is in the cart or it is ordered', () => {
  const chosen = eventWith(aCartLine());
  const inCart = begin(chosen);
  inCart.show(list);
  inCart.go(-1);
  const left = begin(chosen, { hasCart: false });
  left.show(list);
  left.go(-1);
  const ordered = begin(chosen, { hasCart: false });
  for (const step of [checkout, result, list]) ordered.show(step);
  ordered.go(-2);
  const changed = begin({ ...chosen, replaces: aCartLine().start.date.id } as Step);
  changed.show(list);
  changed.go(-1);

  assert.deepEqual(inCart.calls, ['show-event kayak']);
  assert.deepEqual(left.calls, ['show-again']);
  assert.deepEqual(ordered.calls, ['show-event kayak']);
  assert.deepEqual(changed.calls, ['show-again']);
});

test('with deep links an entry of the page itself is followed where its address names another event', () => {
  const page = begin(list, { deepLinks: true });
  page.arrive(undefined, '#prices');
  assert.deepEqual(page.calls, []);

  page.arrive(undefined, KAYAK);
  assert.deepEqual(page.calls, ['show-event kayak']);
});

test('without deep links no address is followed', () => {
  const page = begin(list);
  page.arrive(undefined, KAYAK);

  assert.deepEqual(page.calls, []);
});

test('with deep links the list is narrowed as its address says', () => {
  const page = begin(list, { deepLinks: true });
  page.arrive('list', '&booking-day=2026-11-28');

  assert.deepEqual(page.calls, ['narrow']);
});

test('the step that the flow does not leave takes the place of the entry, so that back leads on', () => {
  const page = begin(list);
  page.show(event);
  page.show(checkout);
  page.go(-1);
  page.show(checkout);
  page.go(-1);
  page.show(checkout);

  assert.deepEqual(page.places(), ['checkout kayak', 'checkout kayak', 'checkout kayak']);
});

test('the entry of a checkout waits for its quote, and is the event’s if there is none', () => {
  const chosen = eventWith(aCartLine());
  const quoting = { ...chosen, quoting: true } as Step;
  const page = begin(chosen, {}, { 'change-choice': chosen, quote: quoting });
  page.show(checkout);
  page.go(-1);
  page.go(1);
  page.show(quoting);
  assert.deepEqual(page.places(), ['event kayak', 'checkout kayak']);

  page.show(chosen);
  assert.deepEqual(page.places(), ['event kayak', 'event kayak']);
});
