import assert from 'node:assert/strict';
import { test } from 'vitest';
import { defaultFields } from '#contract/checkout-fields';
import type { QuotedOrder } from '#contract/quote.schema';
import type { Question } from '#contract/site.schema';
import { checkoutForm } from '../../../src/visit/form/checkout-form.ts';
import { fieldAt, orderRequestOf } from '../../../src/visit/form/order-request.ts';
import { aQuotedLine, aQuotedOrder, aQuotedPrice } from '../../support/builders.ts';
import { aQuestion } from '../../support/site.ts';

/** `typed` is keyed by the id of the field. */
function requestOf(order: QuotedOrder, typed: Record<string, string>, questions: Question[] = []) {
  const fields = checkoutForm({ orders: [order], questions });
  const usual = { name: 'Ida Meyer', email: 'ida@example.com', ...typed };
  const details = new Map(
    fields.map(({ id, key }) => [key, new Map(Object.entries(usual)).get(id) ?? '']),
  );
  return orderRequestOf(order, fields, details, { lang: 'en' });
}

const asked = aQuotedOrder({ lines: [aQuotedLine({ participant_hint: 'How tall are you?' })] });
const shipped = aQuotedOrder({ shipping_address: true });
const address = { street: 'Gasse', zip: '10115', city: 'Berlin', country: 'DE' };

test('sends the trimmed input, and leaves out empty fields', () => {
  const request = requestOf(aQuotedOrder({ quote: 'signed' }), {
    name: ' Ida Meyer ',
    phone: '',
    'lines.0.participants.0.name': ' Ida ',
  });

  assert.deepEqual(request, {
    quote: 'signed',
    lines: [{ date_id: 'tuesday', participants: [{ price_id: 1, name: 'Ida' }] }],
    contact: { name: 'Ida Meyer', email: 'ida@example.com' },
    lang: 'en',
  });
});

test('sends the domain of an e-mail address as mail servers know it', () => {
  const emailOf = (email: string) => requestOf(aQuotedOrder(), { email }).contact.email;

  assert.equal(emailOf('ida@Käse.de'), 'ida@xn--kse-qla.de');
  assert.equal(emailOf('Ida@Example.com'), 'Ida@Example.com');
});

test('sends a shipping address only for products sent by post, under the contact’s name', () => {
  assert.equal(requestOf(aQuotedOrder(), address).shipping, undefined);
  assert.deepEqual(requestOf(shipped, address).shipping, {
    name: 'Ida Meyer',
    ...address,
    streetnr: '',
  });
});

test('sends the recipient of a parcel if there is another one', () => {
  const { shipping } = requestOf(shipped, { ...address, recipient: 'Ada Lindqvist' });

  assert.equal(shipping?.name, 'Ada Lindqvist');
});

test('sends the billing address separately from the shipping address', () => {
  const { contact, shipping } = requestOf(shipped, {
    ...address,
    company: 'Meyer GmbH',
    vat_number: 'DE1',
    'billing.street': 'Allee',
  });

  assert.deepEqual(contact, {
    name: 'Ida Meyer',
    email: 'ida@example.com',
    company: 'Meyer GmbH',
    vat_number: 'DE1',
    street: 'Allee',
  });
  assert.equal(shipping?.street, 'Gasse');
});

test('sends a message, and the newsletter consent only when it is ticked', () => {
  const asked = { ...defaultFields, newsletter: 'optional' } as const;
  const order = aQuotedOrder();
  const fields = checkoutForm({ orders: [order], questions: [], asked });
  const sent = (details: Map<string, string>) => {
    const { comment, email_newsletter_opt_in } = orderRequestOf(order, fields, details, {
      lang: 'en',
    });
    return [comment, email_newsletter_opt_in];
  };

  assert.deepEqual(sent(new Map()), [undefined, undefined]);
  assert.deepEqual(
    sent(
      new Map([
        ['comment', ' Two dogs '],
        ['newsletter', 'true'],
      ]),
    ),
    ['Two dogs', true],
  );
});

test('names the affiliate when there is one', () => {
  const order = aQuotedOrder();
  const fields = checkoutForm({ orders: [order], questions: [] });
  const withAffiliate = (affiliate: string) =>
    orderRequestOf(order, fields, new Map(), { lang: 'en', affiliate });

  assert.equal(withAffiliate('partner').affiliate_id, 'partner');
  assert.equal('affiliate_id' in withAffiliate(''), false);
});

test('sends the UTM parameters when the page has consent', () => {
  const order = aQuotedOrder();
  const withSource = (saleParams: string) =>
    orderRequestOf(order, [], new Map(), { lang: 'en', saleParams });

  assert.equal(withSource('utm_source=a').sale_params, 'utm_source=a');
  assert.equal('sale_params' in withSource(''), false);
});

test("sends a participant's answer only while the vendor asks the question", () => {
  const typed = { 'lines.0.participants.0.comment': '1.80 m' };

  assert.deepEqual(requestOf(asked, typed).lines[0]?.participants, [
    { price_id: 1, comment: '1.80 m' },
  ]);
  assert.deepEqual(requestOf(aQuotedOrder(), typed).lines[0]?.participants, [{ price_id: 1 }]);
});

test('sends only questions that are asked and answered', () => {
  const questions = [aQuestion({ id: 'hotel' }), aQuestion({ id: 'diet' })];
  const typed = { 'answers.diet': 'Vegan', 'answers.of-another-site': 'x' };

  assert.deepEqual(requestOf(aQuotedOrder(), typed, questions).answers, [
    { id: 'diet', value: 'Vegan' },
  ]);
  assert.equal('answers' in requestOf(aQuotedOrder(), {}, questions), false);
});

const order = aQuotedOrder({
  shipping_address: true,
  lines: [
    aQuotedLine({ prices: [aQuotedPrice({ amount: 2 })] }),
    aQuotedLine({ date_id: 'wednesday', participant_hint: 'How tall?' }),
  ],
});
const fields = checkoutForm({
  orders: [order],
  questions: [aQuestion({ id: 'hotel' }), aQuestion({ id: 'diet' })],
});

for (const [path, id] of [
  ['contact.name', 'name'],
  ['contact.email', 'email'],
  ['contact.phone', 'phone'],
  ['shipping.name', 'name'],
  ['shipping.streetnr', 'streetnr'],
  ['shipping.country', 'country'],
  ['lines[0].participants[1].name', 'lines.0.participants.1.name'],
  ['lines[1].participants[0].comment', 'lines.1.participants.0.comment'],
  ['answers[0].value', 'answers.diet'],
  ['answers[0].id', 'answers.diet'],
  ['', undefined],
  ['quote', undefined],
  ['lang', undefined],
  ['contact', undefined],
  ['contact.emails', undefined],
  ['contact.answers[0]', undefined],
  ['shipping', undefined],
  ['lines', undefined],
  ['lines[0].date_id', undefined],
  ['lines[0].participants[2].name', undefined],
  ['lines[2].participants[0].name', undefined],
  ['lines[0].participants[0].price_id', undefined],
  ['lines[0].participants[0].comment', undefined],
  ['answers', undefined],
  ['answers[1].value', undefined],
] as const) {
  test(`the path "${path}" is about ${id ? `the field ${id}` : 'no field'}`, () => {
    assert.equal(fieldAt(path, fields, new Map([['answers.diet', 'Vegan']]))?.id, id);
  });
}
