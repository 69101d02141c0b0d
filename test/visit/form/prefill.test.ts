import assert from 'node:assert/strict';
import { test } from 'vitest';
import { checkoutForm } from '../../../src/visit/form/checkout-form.ts';
import { type Prefill, prefilledDetails, withPrefilled } from '../../../src/visit/form/prefill.ts';
import { aQuotedOrder } from '../../support/builders.ts';

const all = {
  name: 'Ida Meyer',
  email: 'ida@example.com',
  phone: '+49 30 1',
  company: 'Meyer GmbH',
  vat_number: 'DE1',
  street: 'Gasse',
  streetnr: '7',
  zip: '10115',
  city: 'Berlin',
  country: 'DE',
};

test('fills in fields of the form', () => {
  const fields = checkoutForm({
    orders: [aQuotedOrder({ shipping_address: true })],
    questions: [],
  });
  const keys = new Set(fields.map(({ key }) => key));

  assert.deepEqual(Object.fromEntries(prefilledDetails(all)), all);
  for (const key of prefilledDetails(all).keys()) assert.ok(keys.has(key), key);
});

for (const [what, prefill] of [
  ['a field that it may not fill in', { terms: 'true', newsletter: 'true' }],
  ['what is no text', { name: 7, email: null, phone: undefined, city: ['Berlin'] }],
] as const) {
  test(`leaves out ${what}`, () => {
    assert.deepEqual([...prefilledDetails(prefill as unknown as Prefill)], []);
  });
}

test('what the customer types wins over what the page has filled in', () => {
  const prefilled = prefilledDetails({ name: 'Ida Meyer', city: 'Berlin' });

  const details = withPrefilled(new Map([['name', 'Ida Schulz']]), prefilled);

  assert.deepEqual(Object.fromEntries(details), { name: 'Ida Schulz', city: 'Berlin' });
});
