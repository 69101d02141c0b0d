import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { Step } from '../../src/state/booking-flow.ts';
import { openSession } from '../../src/state/session.ts';
import {
  aCheckingIntent,
  aChoice,
  aKey,
  aPlacedIntent,
  aProduct,
  aQuotedOrder,
  aRefusal,
  aWeekendGroup,
  aWeekendStart,
  noResponse,
} from '../support/builders.ts';
import { createStorage, itemsOf, sessionIn } from './visit.ts';

const choice = aChoice({ products: new Map([[aProduct().id, 2]]) });
const ordered = { choice, order: aQuotedOrder(), key: aKey, expires: '2026-11-21T09:30:00Z' };
const choosing: Step = { name: 'event', choice, quoting: false, failure: null };
const checkout: Step = { name: 'checkout', ...ordered, busy: null, doubt: null, failure: null };
const checking: Step = { name: 'result', ...ordered, intent: aCheckingIntent() };
const placed: Step = { name: 'result', ...ordered, intent: aPlacedIntent() };
const viewed: Step = { name: 'view', viewKey: aKey, intent: aPlacedIntent(), failure: null };
const unknown: Step = {
  ...checking,
  intent: { state: 'checking', order: null, settled_by: null, problem: null },
};

const weekend: Step = {
  ...choosing,
  choice: aChoice({ start: aWeekendStart(), group: aWeekendGroup(), amounts: new Map([[11, 1]]) }),
};
const undecided: Step = {
  ...choosing,
  choice: aChoice({ month: null, day: null, start: null, group: null, amounts: new Map() }),
};

const cases: [title: string, step: Step, found: Step][] = [
  ['who is choosing', choosing, choosing],
  ['who has chosen a weekend', weekend, weekend],
  ['who has chosen nothing yet', undecided, undecided],
  ['who waits for a price', { ...choosing, quoting: true }, choosing],
  ['whose choice could not be priced', { ...choosing, failure: noResponse }, choosing],
  ['at the checkout', checkout, checkout],
  ['whose order was refused', { ...checkout, failure: aRefusal() }, checkout],
  ['whose order is on its way', { ...checkout, busy: 'ordering' }, unknown],
  ['whose order is unclear', { ...checkout, doubt: 'unclear', failure: noResponse }, unknown],
  ['whose order was not sent so far', { ...checkout, doubt: 'unsent' }, unknown],
  ['whose order is being checked', checking, checking],
  ['who has tickets', placed, placed],
  ['who opened a link', viewed, viewed],
];
for (const [title, step, found] of cases) {
  test(`a customer ${title} is found again by the next page of the tab`, () => {
    const storage = createStorage();
    sessionIn(storage).save(step);

    assert.deepEqual(sessionIn(storage).load(), found);
  });
}

test('who goes back to the list leaves nothing behind', () => {
  const storage = createStorage();
  const session = sessionIn(storage);
  session.save(checkout);
  session.save({ ...checkout, busy: 'ordering' });
  session.save(placed);
  session.save({ name: 'list' });

  assert.deepEqual(itemsOf(storage), []);
});

test('what is chosen on one page of the shop is not chosen on another', () => {
  const storage = createStorage();
  sessionIn(storage, '/kayaks').save(checkout);

  assert.equal(sessionIn(storage, '/bikes').load(), undefined);
  assert.deepEqual(sessionIn(storage, '/kayaks').load(), checkout);
});

test('an order whose outcome was not seen is found on every page of the shop, until it is', () => {
  const storage = createStorage();
  sessionIn(storage, '/kayaks').save(checkout);
  sessionIn(storage, '/kayaks').save({ ...checkout, busy: 'ordering' });

  const elsewhere = sessionIn(storage, '/bikes');
  assert.deepEqual(elsewhere.load(), unknown);
  elsewhere.save(placed);

  assert.equal(sessionIn(storage, '/kayaks').load(), undefined);
  assert.deepEqual(sessionIn(storage, '/bikes').load(), placed);
});

test('another frame of the tab does not take an order in doubt for its own', () => {
  const storage = createStorage();
  const frame = sessionIn(storage, '/frame');
  sessionIn(storage).save({ ...checkout, busy: 'ordering' });

  frame.save(choosing);

  assert.deepEqual(sessionIn(storage).load(), unknown);
});

test('two widgets of a page have each their own, also when they are alike', () => {
  const storage = createStorage();
  const names = new Set<string>();
  const open = (name: string) =>
    openSession(
      () => storage,
      name,
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

test('a session that was closed stores nothing any more', () => {
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
  test(`a storage that ${title} is as good as none`, () => {
    const session = openSession(storage, 'widget', () => '/', new Set());

    session.save(checkout);

    assert.equal(session.load(), undefined);
  });
}

/** Every value within a record, and what would be there without sense. */
function spoil(value: unknown, path: (string | number)[], by: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return by;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as never[];
  copy[first as number] = spoil(copy[first as number], rest, by) as never;
  return copy;
}

test('a record that makes no sense is dropped, and never thrown over', () => {
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
    [checkout, ['step', 'key']],
    [checkout, ['step', 'expires']],
    [checkout, ['step', 'order', 'currency']],
    [checkout, ['step', 'order', 'lines', 0, 'prices']],
    [placed, ['step', 'intent', 'state']],
    [placed, ['step', 'intent', 'order', 'code']],
  ];

  for (const [step, path] of needed) {
    const [name, text] = recorded(step);
    for (const by of [undefined, 7.5e300, '', [7], {}, true]) {
      // A number where a number belongs, and the like, is no nonsense.
      const spoiled = JSON.stringify(spoil(JSON.parse(text), path, by));
      const isSame = path.at(-1) === 'amount' && typeof by === 'number';
      const isText = ['eventId', 'code'].includes(String(path.at(-1))) && by === '';
      if (isSame || isText) continue;
      const storage = createStorage([[name, spoiled]]);

      assert.equal(sessionIn(storage).load(), undefined, `${path.join('.')} ${String(by)}`);
    }
  }
});

test('whatever is stored under its name, loading never throws', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      for (const name of ['booking widget', 'booking widget /tours']) {
        sessionIn(createStorage([[name, text]])).load();
      }
    }),
  );
});
