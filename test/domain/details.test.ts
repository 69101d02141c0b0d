import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { orderRequest } from '../../src/contract/order.schema.ts';
import {
  checkDetails,
  maxLengthOf,
  hintField,
  orderRequestOf,
  seatsOf,
} from '../../src/domain/details.ts';
import { aQuotedLine, aQuotedOrder, aQuotedPrice } from '../support/builders.ts';

const details = (fields: Record<string, string> = {}) =>
  new Map(Object.entries({ name: 'Ida Meyer', email: 'ida@example.com', ...fields }));
const shipped = aQuotedOrder({ shipping_address: true });
const address = { street: 'Gasse', zip: '10115', city: 'Berlin', country: 'DE' };
const problemOf = (field: string, value: string) =>
  checkDetails(aQuotedOrder(), details({ [field]: value })).get(field);

test('finds nothing wrong with a name and an e-mail address', () => {
  assert.deepEqual([...checkDetails(aQuotedOrder(), details())], []);
});

test('says what is missing in the order of the form', () => {
  assert.deepEqual(
    [...checkDetails(shipped, new Map())],
    ['name', 'email', 'street', 'zip', 'city', 'country'].map((field) => [field, 'required']),
  );
});

test('asks for an address only when something is sent', () => {
  assert.deepEqual([...checkDetails(aQuotedOrder(), details())], []);
  assert.deepEqual([...checkDetails(shipped, details(address))], []);
  assert.deepEqual(
    [...checkDetails(shipped, details({ ...address, zip: ' ' }))],
    [['zip', 'required']],
  );
});

for (const [name, problem] of [
  ['', 'required'],
  ['   ', 'required'],
  ['I', 'too-short'],
  [' I ', 'too-short'],
  ['Bo', undefined],
  ['李明', undefined],
] as const) {
  test(`the name "${name}" is ${problem ?? 'fine'}`, () => {
    assert.equal(problemOf('name', name), problem);
  });
}

for (const [email, problem] of [
  ['', 'required'],
  [' ', 'required'],
  ['ida', 'email-at'],
  ['ida.example.com', 'email-at'],
  ['@example.com', 'email'],
  ['ida@@example.com', 'email'],
  ['ida@home@example.com', 'email'],
  ['ida meyer@example.com', 'email'],
  ['ida@exam ple.com', 'email'],
  ['ida@', 'email-ending'],
  ['ida@example', 'email-ending'],
  ['ida@example.', 'email-ending'],
  ['ida@.com', 'email'],
  ['ida@example..com', 'email'],
  ['ida@example.c', 'email-ending'],
  ['ida@192.168.0.1', 'email-ending'],
  ['ida@example.com', undefined],
  [' ida@example.com ', undefined],
  ["ida.o'meyer+kayak@mail.example.co.uk", undefined],
  ['IDA_7@EXAMPLE.MUSEUM', undefined],
] as const) {
  test(`the e-mail address "${email}" is ${problem ?? 'fine'}`, () => {
    assert.equal(problemOf('email', email), problem);
  });
}

test('the proxy takes the addresses that usual people have', () => {
  const word = fc.stringMatching(/^[a-z0-9]{1,12}$/);
  const email = fc
    .tuple(
      word,
      fc.constantFrom('', '.', '_', '-', '+'),
      word,
      word,
      fc.stringMatching(/^[a-z]{2,6}$/),
    )
    .map(([first, mark, last, host, ending]) => `${first}${mark}${last}@${host}.${ending}`);

  fc.assert(
    fc.property(email, (each) => {
      assert.equal(problemOf('email', each), undefined);
      orderRequest.parse(orderRequestOf(aQuotedOrder(), details({ email: each }), 'en'));
    }),
  );
});

test('sends what was typed, trimmed, and leaves out what was not', () => {
  const request = orderRequestOf(
    aQuotedOrder({ quote: 'signed' }),
    details({ name: ' Ida Meyer ', phone: '', 'participant.0.Adult.1': ' Ida ' }),
    'en',
  );

  assert.deepEqual(request, {
    quote: 'signed',
    lines: [{ date_id: 'tuesday', participants: [{ price_id: 1, name: 'Ida' }] }],
    contact: { name: 'Ida Meyer', email: 'ida@example.com' },
    lang: 'en',
  });
});

test('sends an address only when something is sent, and under the name of who orders', () => {
  const typed = details(address);

  assert.equal(orderRequestOf(aQuotedOrder(), typed, 'en').shipping, undefined);
  assert.deepEqual(orderRequestOf(shipped, typed, 'en').shipping, {
    name: 'Ida Meyer',
    ...address,
    streetnr: '',
  });
});

test('names the affiliate when there is one', () => {
  assert.equal(orderRequestOf(aQuotedOrder(), details(), 'en', 'partner').affiliate_id, 'partner');
  assert.ok(!('affiliate_id' in orderRequestOf(aQuotedOrder(), details(), 'en', '')));
});

test("a participant's answer goes along while it is asked for", () => {
  const asked = aQuotedOrder({ lines: [aQuotedLine({ participant_hint: 'How tall are you?' })] });
  const [seat] = seatsOf(asked);
  assert.ok(seat);
  const typed = details({ [hintField(seat)]: '1.80 m' });

  assert.deepEqual(orderRequestOf(asked, typed, 'en').lines[0]?.participants, [
    { price_id: 1, comment: '1.80 m' },
  ]);
  assert.deepEqual(orderRequestOf(aQuotedOrder(), typed, 'en').lines[0]?.participants, [
    { price_id: 1 },
  ]);
});

test('the proxy can read every request whose details were found fine', () => {
  const text = fc.string({ maxLength: 30 });
  const typed = fc.record({
    name: text,
    phone: text,
    street: text,
    streetnr: fc.string({ maxLength: 20 }),
    zip: fc.string({ maxLength: 20 }),
    city: text,
  });
  const prices = fc.uniqueArray(
    fc.record({
      price_id: fc.integer({ min: 1 }),
      title: text,
      amount: fc.integer({ min: 1, max: 9 }),
    }),
    { minLength: 1, maxLength: 4, selector: ({ title }) => title },
  );

  fc.assert(
    fc.property(typed, prices, fc.boolean(), fc.array(text), (fields, list, isSent, names) => {
      const lines = [aQuotedLine({ prices: list.map((each) => aQuotedPrice(each)) })];
      const order = aQuotedOrder({ lines, shipping_address: isSent });
      const seats = seatsOf(order).map(({ field }, index) => [field, names[index] ?? '']);
      const filled = details({ ...fields, country: 'DE', ...Object.fromEntries(seats) });
      fc.pre(checkDetails(order, filled).size === 0);

      const request = orderRequestOf(order, filled, 'de');

      assert.deepEqual(orderRequest.parse(request), request);
    }),
  );
});

test('what passes here the proxy takes too: addresses and lengths that are borderline', () => {
  const borderline: [field: string, value: string][] = [
    ...['ida.@example.com', 'ida..m@example.com', '.ida@example.com', 'ida!x@example.com'],
    ...['idä@example.com', 'ida@müller.de', 'ida@exa_mple.com', 'ida@example.co1m', "o'x+y@a-b.eu"],
  ].map((email) => ['email', email]);
  for (const field of ['name', 'phone', 'street', 'streetnr', 'zip', 'city']) {
    borderline.push([field, 'x'.repeat(maxLengthOf(field))]);
  }
  const order = aQuotedOrder({ shipping_address: true });
  const usual = {
    name: 'Ida',
    email: 'ida@example.com',
    street: 'a',
    zip: '1',
    city: 'c',
    country: 'DE',
  };

  for (const [field, value] of borderline) {
    const details = new Map(Object.entries({ ...usual, [field]: value }));
    const isFine = checkDetails(order, details).size === 0;
    const { success } = orderRequest.safeParse(orderRequestOf(order, details, 'en'));
    assert.equal(isFine, success, `${field} ${value}`);
  }
});
