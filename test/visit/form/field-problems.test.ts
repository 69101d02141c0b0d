import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { orderRequest } from '#contract/order.schema';
import type { Question } from '#contract/site.schema';
import { checkoutForm } from '../../../src/visit/form/checkout-form.ts';
import { checkFields } from '../../../src/visit/form/field-problems.ts';
import { orderRequestOf } from '../../../src/visit/form/order-request.ts';
import { aQuotedOrder } from '../../support/builders.ts';
import { aQuestion } from '../../support/site.ts';

const details = (typed: Record<string, string> = {}) =>
  new Map(Object.entries({ name: 'Ida Meyer', email: 'ida@example.com', ...typed }));
const plain = checkoutForm({ orders: [aQuotedOrder()], questions: [] });
const shippedOrder = aQuotedOrder({ shipping_address: true });
const shipped = checkoutForm({ orders: [shippedOrder], questions: [] });
const address = { street: 'Gasse', zip: '10115', city: 'Berlin', country: 'DE' };
const problemOf = (id: string, value: string) =>
  checkFields(plain, details({ [id]: value })).get(id);

test('finds nothing wrong with a name and an e-mail address', () => {
  assert.deepEqual([...checkFields(plain, details())], []);
});

test('says what is missing in the order of the form', () => {
  const questions: Question[] = [
    aQuestion({ required: true }),
    aQuestion({ id: 'fit', type: 'checkbox', required: true }),
    aQuestion({ id: 'photo' }),
  ];
  const fields = checkoutForm({ orders: [shippedOrder], questions, terms: { vendor: 'Spree' } });

  assert.deepEqual(
    [...checkFields(fields, new Map())],
    [
      ['name', 'missing'],
      ['email', 'missing'],
      ['street', 'missing'],
      ['zip', 'missing'],
      ['city', 'missing'],
      ['country', 'missing'],
      ['answers.hotel', 'missing'],
      ['answers.fit', 'missing'],
      ['terms', 'missing'],
    ],
  );
});

test('wants an address only when something is sent', () => {
  assert.deepEqual([...checkFields(plain, details())], []);
  assert.deepEqual([...checkFields(shipped, details(address))], []);
  assert.deepEqual(
    [...checkFields(shipped, details({ ...address, zip: ' ' }))],
    [['zip', 'missing']],
  );
});

test('a recipient and a participant may have a name of one letter', () => {
  const orders = [shippedOrder];
  const fields = checkoutForm({ orders, questions: [] });
  const names = fields.filter(({ id }) => id === 'recipient' || id.endsWith('.name'));
  assert.deepEqual(
    names.map(({ id }) => id),
    ['recipient', 'lines.0.participants.0.name'],
  );

  const typed = details({ ...address, ...Object.fromEntries(names.map(({ key }) => [key, '李'])) });

  assert.deepEqual([...checkFields(fields, typed)], []);
});

for (const [name, problem] of [
  ['', 'missing'],
  ['   ', 'missing'],
  ['I', 'tooShort'],
  [' I ', 'tooShort'],
  ['😍', 'tooShort'],
  ['Bo', undefined],
  ['李明', undefined],
] as const) {
  test(`the name "${name}" is ${problem ?? 'fine'}`, () => {
    assert.equal(problemOf('name', name), problem);
  });
}

for (const [email, problem] of [
  ['', 'missing'],
  [' ', 'missing'],
  ['ida', 'emailAt'],
  ['ida.example.com', 'emailAt'],
  ['@example.com', 'emailWrong'],
  ['ida@@example.com', 'emailWrong'],
  ['ida@home@example.com', 'emailWrong'],
  ['ida meyer@example.com', 'emailWrong'],
  ['ida@exam ple.com', 'emailWrong'],
  ['ida@', 'emailEnding'],
  ['ida@example', 'emailEnding'],
  ['ida@example.', 'emailEnding'],
  ['ida@.com', 'emailWrong'],
  ['ida@example..com', 'emailWrong'],
  ['ida@example.c', 'emailEnding'],
  ['ida@192.168.0.1', 'emailEnding'],
  ['ida@example.com', undefined],
  [' ida@example.com ', undefined],
  ["ida.o'meyer+kayak@mail.example.co.uk", undefined],
  ['IDA_7@EXAMPLE.MUSEUM', undefined],
  ['ida@käse.de', undefined],
  ['ida@käse', 'emailEnding'],
  ['ida@käse.de/example.com', 'emailWrong'],
  ['ida:1@käse.de', 'emailWrong'],
  ['käse@example.com', 'emailWrong'],
] as const) {
  test(`the e-mail address "${email}" is ${problem ?? 'fine'}`, () => {
    assert.equal(problemOf('email', email), problem);
  });
}

test('accepts the e-mail addresses that people usually have', () => {
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
    }),
  );
});

test('finds a borderline address fine exactly when the proxy does', () => {
  const borderline = [
    ...['ida.@example.com', 'ida..m@example.com', '.ida@example.com', 'ida!x@example.com'],
    ...['idä@example.com', 'ida@müller.de', 'ida@exa_mple.com', 'ida@example.co1m', "o'x+y@a-b.eu"],
  ];

  for (const email of borderline) {
    const typed = details({ ...address, email });
    const request = orderRequestOf(shippedOrder, shipped, typed, { lang: 'en' });
    const isFine = checkFields(shipped, typed).size === 0;
    assert.equal(isFine, orderRequest.safeParse(request).success, email);
  }
});
