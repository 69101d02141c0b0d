import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { addressOf, firstRoute, parseRoute, writtenIn } from '../../src/domain/route.ts';

const nothing = { event: null, day: null, participants: null };
const attributes = { event: '', day: '', participants: '1' };

/** The route that was read, and its warnings. */
function read(written: Partial<typeof attributes>, search = '') {
  const told: string[] = [];
  const route = firstRoute({ ...attributes, ...written }, search, (name, text, why) =>
    told.push(`${name} ${text}: ${why}`),
  );
  return { route, told };
}

test('a route that is written into an address is read back, and the rest of the address stays', () => {
  const day = fc.constantFrom('', '2026-11-28', '2027-02-28');
  const participants = fc.integer({ min: 1, max: 99 });
  const routes = fc.record({ event: fc.string(), day, participants }, { noNullPrototype: true });
  const others = fc.dictionary(fc.stringMatching(/^[a-z]{1,9}$/), fc.string());

  fc.assert(
    fc.property(routes, routes, others, (route, before, other) => {
      const query = new URLSearchParams(other);
      const page = `https://shop.example/tickets?${query}#below`;

      const address = new URL(addressOf(route, addressOf(before, page)));

      assert.deepEqual(parseRoute(writtenIn(address.search), assert.fail), route);
      for (const [name, value] of query) assert.equal(address.searchParams.get(name), value);
      assert.equal(address.hash, '#below');
      assert.equal(address.pathname, '/tickets');
    }),
  );
});

test('the rest of an address stays byte for byte', () => {
  const route = { event: 'a b', day: '2026-11-28', participants: 2 } as const;
  const own = 'booking-event=a%20b&booking-day=2026-11-28&booking-participants=2';
  const nothing = { event: '', day: '', participants: 1 } as const;
  for (const search of [
    '?q=a+b&r=a%20b',
    '?b=2&a=1&b=1&&c',
    "?flag&empty=&list[]=1,2&sign=~!*'()",
    '?utm=%C3%A4%e4&broken=%',
  ]) {
    const page = new URL(`https://shop.example/tickets${search}#a+b`).href;
    const address = addressOf(route, page);

    assert.equal(address, page.replace('#', `&${own}#`));
    assert.equal(addressOf(nothing, address), page);
  }
  const page = 'https://shop.example/?booking-event=x&a=1&booking%2Dday=2026-11-28&%62=2';
  assert.equal(addressOf(nothing, page), 'https://shop.example/?a=1&%62=2');
  assert.equal(
    addressOf(nothing, 'https://shop.example/?booking-event=x'),
    'https://shop.example/',
  );
});

for (const [title, written, told] of [
  ['a day that is none', { day: '2026-02-30' }, 'day 2026-02-30: is not a day like 2026-11-28'],
  ['no participants', { participants: '0' }, 'participants 0: is not a number from 1 to 99'],
  ['half a participant', { participants: '1.5' }, 'participants 1.5: is not a number from 1 to 99'],
  ['a hundred', { participants: '100' }, 'participants 100: is not a number from 1 to 99'],
  ['a word', { participants: 'two' }, 'participants two: is not a number from 1 to 99'],
] as const) {
  test(`${title} is reported and ignored`, () => {
    assert.deepEqual(read(written), {
      route: { event: '', day: '', participants: 1 },
      told: [told],
    });
  });
}

test('empty attributes cause no warning', () => {
  assert.deepEqual(parseRoute(nothing, assert.fail), { event: '', day: '', participants: 1 });
});

test('a warning names the parameters as they are in the address', () => {
  const { told } = read({}, '?booking-day=tomorrow&booking-participants=-1');

  assert.deepEqual(
    told.map((text) => text.split(':')[0]),
    ['booking-day tomorrow', 'booking-participants -1'],
  );
});

test('a link overrides the attributes, except for a page’s only event', () => {
  const tag = { event: 'kayak', day: '2026-11-28', participants: '2' };
  const link = '?booking-event=fado&booking-day=2026-12-24&booking-participants=5';

  assert.deepEqual(read(tag, link).route, { event: 'kayak', day: '2026-12-24', participants: 5 });
  assert.deepEqual(read(tag).route, { event: 'kayak', day: '2026-11-28', participants: 2 });
  assert.equal(read({}, link).route.event, 'fado');
});
