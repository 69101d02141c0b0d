import assert from 'node:assert/strict';
import { test } from 'vitest';
import { idempotencyKey, intentResponse, orderRequest } from '#contract/order.schema';
import { aCheckingIntent, aKey, aPlacedIntent } from '../support/builders.ts';

const participant = { price_id: 1, name: 'Ida' };
const request = {
  quote: 'signed',
  lines: [{ date_id: 'tuesday', participants: [participant] }],
  contact: { name: 'Ida Meyer', email: 'ida@example.com' },
  lang: 'en',
};
const shipping = { name: 'Ida', street: 'Gasse', streetnr: '', zip: '1', city: 'X', country: 'DE' };

function fault(value: unknown): string | undefined {
  return orderRequest.safeParse(value).error?.issues[0]?.path.join('.');
}
const withContact = (contact: object) => ({
  ...request,
  contact: { ...request.contact, ...contact },
});
const withParticipants = (...participants: object[]) => ({
  ...request,
  lines: [{ date_id: 'tuesday', participants }],
});

test('an order consists of a quote, its participants and a contact', () => {
  assert.equal(fault(request), undefined);
  assert.equal(fault({ ...request, shipping }), undefined);
  assert.equal(fault(withParticipants({ price_id: 1 })), undefined);
});

test('only the customer’s name has the two letters of the specification', () => {
  const names = withParticipants({ price_id: 1, name: '李' });

  assert.equal(fault({ ...names, shipping: { ...shipping, name: '李' } }), undefined);
  assert.equal(fault({ ...request, shipping: { ...shipping, name: ' ' } }), 'shipping.name');
  assert.equal(fault(withContact({ name: '李' })), 'contact.name');
});

test('white space around the input is trimmed', () => {
  const { contact } = orderRequest.parse(withContact({ name: '  Ida Meyer ' }));

  assert.equal(contact.name, 'Ida Meyer');
});

for (const [title, value, field] of [
  ['a total of its own', { ...request, total: 1 }, ''],
  [
    'a price of its own',
    withParticipants({ ...participant, price_value: 1 }),
    'lines.0.participants.0',
  ],
  ['a line without participants', withParticipants(), 'lines.0.participants'],
  ['no lines', { ...request, lines: [] }, 'lines'],
  ['a name of one letter', withContact({ name: 'I' }), 'contact.name'],
  ['a name of spaces', withContact({ name: '    ' }), 'contact.name'],
  ['a name that is a book', withContact({ name: 'x'.repeat(201) }), 'contact.name'],
  ['no e-mail address', withContact({ email: undefined }), 'contact.email'],
  ['a wrong e-mail address', withContact({ email: 'ida@example' }), 'contact.email'],
  ['a language of three letters', { ...request, lang: 'deu' }, 'lang'],
  ['a language in capitals', { ...request, lang: 'DE' }, 'lang'],
  [
    'a country in words',
    { ...request, shipping: { ...shipping, country: 'Germany' } },
    'shipping.country',
  ],
  [
    'an address without a town',
    { ...request, shipping: { ...shipping, city: ' ' } },
    'shipping.city',
  ],
  ['a quote that is a book', { ...request, quote: 'x'.repeat(16_385) }, 'quote'],
] as const) {
  test(`an order with ${title} is refused at "${field}"`, () => {
    assert.equal(fault(value), field);
  });
}

for (const [key, valid] of [
  [aKey, true],
  ['-_'.padEnd(43, 'z'), true],
  [aKey.slice(1), false],
  [`${aKey}A`, false],
  ['+/'.padEnd(43, 'z'), false],
  [`${aKey.slice(1)}=`, false],
  ['', false],
] as const) {
  test(`"${key}" is ${valid ? 'a' : 'no'} key`, () => {
    assert.equal(idempotencyKey.safeParse(key).success, valid);
  });
}

test('the state of an intent is one of the known states', () => {
  for (const answer of [aPlacedIntent(), aCheckingIntent()]) {
    assert.deepEqual(intentResponse.parse(answer), answer);
  }
  assert.equal(intentResponse.safeParse({ ...aPlacedIntent(), state: 'maybe' }).success, false);
});
