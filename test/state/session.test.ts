import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import type { Attempt } from '../../src/domain/attempt.ts';
import { openSession } from '../../src/state/session.ts';
import type { CheckoutStep, EventStep, ResultStep, Step } from '../../src/state/steps.ts';
import {
  aCheckingIntent,
  aChoice,
  aKey,
  anAttempt,
  anAttemptWith,
  aPlacedIntent,
  aProduct,
  aRefusal,
  aWeekendGroup,
  aWeekendStart,
  noResponse,
} from '../support/builders.ts';
import { createStorage, itemsOf, sessionIn } from '../visit/visit.ts';

const choice = aChoice({ products: new Map([[aProduct().id, 2]]) });
const choosing: EventStep = {
  name: 'event',
  choice,
  quoting: false,
  failure: null,
  placed: [],
  replaces: null,
};
const placedAttempt = anAttemptWith(aPlacedIntent());
/** A checkout with one order in the given state. */
const checkoutAt = (change: Partial<Attempt> = {}): CheckoutStep => ({
  name: 'checkout',
  choice,
  attempts: [anAttempt(change)],
  busy: null,
});
const resultOf = (...attempts: Attempt[]): ResultStep => ({ name: 'result', choice, attempts });
const checkout = checkoutAt();
const ordering: Step = { ...checkoutAt({ state: 'ordering' }), busy: 'ordering' };
const checking = resultOf(anAttemptWith(aCheckingIntent()));
const placed = resultOf(placedAttempt);
const viewed: Step = { name: 'view', viewKey: aKey, intent: aPlacedIntent(), failure: null };
const unknownIntent = aCheckingIntent();
unknownIntent.settled_by = null;
const unknownAttempt = anAttemptWith(unknownIntent);
const unknown = resultOf(unknownAttempt);

const second = (state: Attempt['state']) => anAttempt({ key: 'B'.repeat(43), state });
const third = anAttempt({ key: 'C'.repeat(43) });

const weekend: Step = {
  ...choosing,
  choice: aChoice({ start: aWeekendStart(), group: aWeekendGroup(), amounts: new Map([[11, 1]]) }),
};
const undecided: Step = {
  ...choosing,
  choice: aChoice({ shownDay: null, day: null, start: null, group: null, amounts: new Map() }),
};

const cases: [title: string, step: Step, found: Step][] = [
  ['who is choosing', choosing, choosing],
  ['who has chosen a weekend', weekend, weekend],
  ['who has chosen nothing yet', undecided, undecided],
  ['who waits for a price', { ...choosing, quoting: true }, choosing],
  ['whose choice could not be priced', { ...choosing, failure: noResponse }, choosing],
  ['at the checkout', checkout, checkout],
  ['whose order was refused', checkoutAt({ state: 'refused', failure: aRefusal() }), checkout],
  ['whose order is on its way', ordering, unknown],
  ['whose other tabs are asked first', { ...checkout, busy: 'ordering' }, checkout],
  ['whose order is unclear', checkoutAt({ state: 'unclear', failure: noResponse }), unknown],
  ['whose order was not sent so far', checkoutAt({ state: 'unrecorded' }), unknown],
  ['whose order is being checked', checking, checking],
  ['who has tickets', placed, placed],
  ['who opened a link', viewed, viewed],
  [
    'of whose orders one is placed, one on its way and one not sent',
    { ...checkout, attempts: [placedAttempt, second('ordering'), third], busy: 'ordering' },
    resultOf(placedAttempt, { ...unknownAttempt, key: second('ordering').key }, third),
  ],
  [
    'who chooses anew what was not placed',
    { ...choosing, placed: [placedAttempt] },
    { ...choosing, placed: [placedAttempt] },
  ],
];
for (const [title, step, found] of cases) {
  test(`a customer ${title} is found again by the next page of the tab`, () => {
    const storage = createStorage();
    sessionIn(storage).save(step);

    assert.deepEqual(sessionIn(storage).load(), found);
  });
}

test('going back to the list clears the session', () => {
  const storage = createStorage();
  const session = sessionIn(storage);
  session.save(checkout);
  session.save(ordering);
  session.save(placed);
  session.save({ name: 'list' });

  assert.deepEqual(itemsOf(storage), []);
});

test('a choice on one page of the shop is not restored on another', () => {
  const storage = createStorage();
  sessionIn(storage, '/kayaks').save(checkout);

  assert.equal(sessionIn(storage, '/bikes').load(), undefined);
  assert.deepEqual(sessionIn(storage, '/kayaks').load(), checkout);
});

test('a step is updated where it is stored, if a router has changed the address before it is left', () => {
  const storage = createStorage();
  let address = '/tours';
  const left = openSession(
    () => storage,
    'booking',
    'site',
    () => address,
    new Set(),
  );
  left.save(placed);
  const about = openSession(
    () => storage,
    'booking',
    'site',
    () => '/about',
    new Set(),
  );
  about.load();

  address = '/about';
  left.update(choosing);

  assert.equal(about.load(), undefined);
  address = '/tours';
  assert.deepEqual(left.load(), choosing);
});

test('a list that a router removes leaves what is stored for the page that it arrives at', () => {
  const storage = createStorage();
  let address = '/tours';
  const session = () =>
    openSession(
      () => storage,
      'booking',
      'site',
      () => address,
      new Set(),
    );
  session().save(placed);

  address = '/about';
  const about = session();
  about.load();
  address = '/tours';
  about.update({ name: 'list' });

  assert.deepEqual(session().load(), placed);
});

test('an order whose outcome was not seen is found on every page of the shop, until it is', () => {
  const storage = createStorage();
  sessionIn(storage, '/kayaks').save(checkout);
  sessionIn(storage, '/kayaks').save(ordering);

  const elsewhere = sessionIn(storage, '/bikes');
  assert.deepEqual(elsewhere.load(), unknown);
  elsewhere.save(placed);

  assert.equal(sessionIn(storage, '/kayaks').load(), undefined);
  assert.deepEqual(sessionIn(storage, '/bikes').load(), placed);
});

test('an order whose outcome was not seen is found where another event of the seller is offered', () => {
  const storage = createStorage();
  const open = (offer: string) =>
    openSession(
      () => storage,
      offer,
      'seller',
      () => `/${offer}`,
      new Set(),
    );
  open('kayaks').save(ordering);

  const elsewhere = open('bikes');
  assert.deepEqual(elsewhere.load(), unknown);
  elsewhere.save(placed);

  assert.equal(open('kayaks').load(), undefined);
});

test('another frame of the tab does not restore an unclear order', () => {
  const storage = createStorage();
  const frame = sessionIn(storage, '/frame');
  sessionIn(storage).save(ordering);

  frame.save(choosing);

  assert.deepEqual(sessionIn(storage).load(), unknown);
});

test('two widgets of a page have separate sessions, also if they are alike', () => {
  const storage = createStorage();
  const names = new Set<string>();
  const open = (name: string) =>
    openSession(
      () => storage,
      name,
      'seller',
      () => '/',
      names,
    );
  const [one, twin, other] = [open('one'), open('one'), open('other')];
  one.save(choosing);
  twin.save(checkout);

  assert.equal(other.load(), undefined);
  one.close();
  assert.deepEqual(open('one').load(), choosing);
  twin.close();
  assert.deepEqual(open('one').load(), checkout);
});

test('a closed session stores nothing any more', () => {
  const storage = createStorage();
  const session = sessionIn(storage);
  session.close();

  session.save(checkout);

  assert.deepEqual(itemsOf(storage), []);
});

for (const [title, storage] of [
  ['is not there', () => assert.fail('SecurityError') as Storage],
  ['is full', () => ({ ...createStorage(), setItem: () => assert.fail('QuotaExceededError') })],
  ['cannot be read', () => ({ ...createStorage(), getItem: () => assert.fail('no') })],
] as const) {
  test(`a storage that ${title} is treated as missing`, () => {
    const session = openSession(storage, 'widget', 'seller', () => '/', new Set());

    session.save(checkout);

    assert.equal(session.load(), undefined);
  });
}

/** Replaces a value in a record by nonsense. */
function spoil(value: unknown, path: (string | number)[], by: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return by;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as never[];
  copy[first as number] = spoil(copy[first as number], rest, by) as never;
  return copy;
}

test('an invalid record is dropped without an error', () => {
  const recorded = (step: Step) => {
    const storage = createStorage();
    sessionIn(storage).save(step);
    return itemsOf(storage)[0] ?? ['', ''];
  };
  const needed: [Step, (string | number)[]][] = [
    [choosing, ['version']],
    [choosing, ['step']],
    [choosing, ['step', 'name']],
    [choosing, ['step', 'choice']],
    [choosing, ['step', 'choice', 'eventId']],
    [choosing, ['step', 'choice', 'amounts', 0, 'amount']],
    [choosing, ['step', 'choice', 'products']],
    [choosing, ['step', 'choice', 'start', 'date', 'date']],
    [choosing, ['step', 'choice', 'group', 'prices']],
    [checkout, ['step', 'attempts', 0, 'key']],
    [checkout, ['step', 'attempts', 0, 'expires']],
    [checkout, ['step', 'attempts', 0, 'order', 'currency']],
    [checkout, ['step', 'attempts', 0, 'order', 'lines', 0, 'prices']],
    [checkout, ['step', 'attempts']],
    [choosing, ['step', 'placed']],
    [placed, ['step', 'attempts', 0, 'intent', 'state']],
    [placed, ['step', 'attempts', 0, 'intent', 'order', 'code']],
  ];

  for (const [step, path] of needed) {
    const [name, text] = recorded(step);
    for (const by of [undefined, 7.5e300, '', [7], {}, true]) {
      // Skips replacements of the right type, which are valid.
      const spoiled = JSON.stringify(spoil(JSON.parse(text), path, by));
      const isSame = path.at(-1) === 'amount' && typeof by === 'number';
      const isText = ['eventId', 'code'].includes(String(path.at(-1))) && by === '';
      if (isSame || isText) continue;
      const storage = createStorage([[name, spoiled]]);

      assert.equal(sessionIn(storage).load(), undefined, `${path.join('.')} ${String(by)}`);
    }
  }
});

test('a record with a value that the page cannot show is dropped', () => {
  const recordedOf = (step: Step) => {
    const storage = createStorage();
    sessionIn(storage).save(step);
    return itemsOf(storage)[0] ?? ['', ''];
  };
  const line = ['step', 'attempts', 0, 'order', 'lines', 0];
  const intent = ['step', 'attempts', 0, 'intent'];
  const impossible: [Step, (string | number)[], unknown][] = [
    [checkout, [...line, 'timezone'], 'Mars/Base'],
    [checkout, [...line, 'timezone'], 'Europe/Berlin\r\nATTENDEE:x'],
    [checkout, [...line, 'date'], '2026-99-99T99:99:99Z'],
    [placed, [...intent, 'order', 'status'], 'LOST'],
    [placed, [...intent, 'order', 'tickets'], [{ participants: null }]],
    [placed, [...intent, 'order', 'tickets'], [{ status: 'LOST', participants: [] }]],
    [placed, [...intent, 'summary'], { lines: [] }],
    [placed, [...intent, 'settled_by'], 'soon'],
    [viewed, ['step', 'viewKey'], ''],
    [viewed, ['step', 'intent', 'state'], 'lost'],
    [viewed, ['step', 'intent', 'order', 'status'], 'LOST'],
    [choosing, ['step', 'choice', 'shownDay'], '2026-13-01'],
    [choosing, ['step', 'choice', 'day'], '2026-02-31'],
  ];

  for (const [step, path, by] of impossible) {
    const [name, text] = recordedOf(step);
    const spoiled = JSON.stringify(spoil(JSON.parse(text), path, by));

    assert.equal(sessionIn(createStorage([[name, spoiled]])).load(), undefined, path.join('.'));
  }
});

test('an order in doubt that cannot be read is warned of on every page, and stays stored', () => {
  const storage = createStorage();
  sessionIn(storage).save(ordering);
  const [name = '', text = ''] = itemsOf(storage)[0] ?? [];
  storage.setItem(name, JSON.stringify({ ...(JSON.parse(text) as object), version: 3 }));

  const session = sessionIn(storage, '/bikes');

  assert.equal(session.load(), undefined);
  assert.equal(session.hasUnreadableOrder, true);
  session.save(choosing);
  assert.equal(sessionIn(storage).load(), undefined);
  assert.ok(storage.getItem(name));
});

test('no order in doubt is warned of that can be read, or is not stored', () => {
  const storage = createStorage();
  const isWarned = () => {
    const session = sessionIn(storage);
    session.load();
    return session.hasUnreadableOrder;
  };

  assert.equal(isWarned(), false);
  sessionIn(storage).save(ordering);
  assert.equal(isWarned(), false);
});

test('loading never throws, whatever is stored under its name', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      for (const name of ['booking order seller', 'booking widget /tours']) {
        sessionIn(createStorage([[name, text]])).load();
      }
    }),
  );
});

test('the event that was left is kept until its order is placed', () => {
  const storage = createStorage();
  const session = sessionIn(storage);
  session.saveLeft(choosing);
  session.save({ name: 'list' });
  assert.deepEqual(sessionIn(storage).loadLeft('event'), choosing);
  assert.equal(session.loadLeft('result'), undefined);

  session.saveLeft(placed);
  assert.equal(session.loadLeft('event'), undefined);
  assert.deepEqual(session.loadLeft('result'), placed);
});
