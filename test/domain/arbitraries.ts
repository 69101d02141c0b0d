import fc from 'fast-check';
import type { CheckoutFields, Question } from '#contract/site.schema';
import type { Details } from '../../src/domain/details.ts';
import { checkoutForm, type Field } from '../../src/visit/form/checkout-form.ts';
import { TICKED } from '../../src/visit/form/field-values.ts';
import { aQuotedLine, aQuotedOrder, aQuotedPrice } from '../support/builders.ts';
import { aQuestion } from '../support/site.ts';

const price = fc.record({
  price_id: fc.integer({ min: 1, max: 9 }),
  title: fc.oneof(fc.constantFrom('Adult', 'Child', 'Child, 8 to 14 years'), fc.string()),
  amount: fc.integer({ min: 1, max: 4 }),
});

const line = fc
  .tuple(
    fc.uniqueArray(price, { minLength: 1, maxLength: 3, selector: ({ price_id }) => price_id }),
    fc.constantFrom('', 'How tall are you?', 'Which shoes?'),
  )
  .map(([prices, participant_hint]) =>
    aQuotedLine({ prices: prices.map((each) => aQuotedPrice(each)), participant_hint }),
  );

/** Orders with several lines and prices, with or without a vendor's question and an address. */
export const arbitraryOrder = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 3 }), fc.boolean())
  .map(([lines, shipping_address]) =>
    aQuotedOrder({
      lines: lines.map((each, index) => ({ ...each, date_id: `date-${index}` })),
      shipping_address,
    }),
  );

const arbitraryQuestions: fc.Arbitrary<Question[]> = fc
  .uniqueArray(
    fc.record({
      id: fc.stringMatching(/^[A-Za-z0-9_-]{1,8}$/),
      type: fc.constantFrom('text', 'choice', 'checkbox'),
      required: fc.boolean(),
    }),
    { maxLength: 6, selector: ({ id }) => id },
  )
  .map((list) => list.map((each) => aQuestion({ ...each, options: ['Well', 'Not at all'] })));

/** Input for these fields: nothing, something, or a value that is not among the options. */
export function arbitraryDetails(fields: Field[]): fc.Arbitrary<Details> {
  const value = ({ type, maxLength = 100 }: Field) => {
    switch (type) {
      case 'email':
        return fc.constantFrom('ida@example.com', ' ida@example.com ', 'ida', '');
      case 'country':
        return fc.constantFrom('DE', '');
      case 'checkbox':
        return fc.constantFrom(TICKED, '', 'on');
      case 'choice':
        return fc.constantFrom('Well', 'Not at all', '', 'A little');
      default:
        return fc.oneof(fc.constant(''), fc.string({ maxLength }));
    }
  };
  return fc
    .tuple(...fields.map((field) => value(field)))
    .map((values) => new Map(fields.map(({ key }, index) => [key, values[index] ?? ''])));
}

const asked = fc.constantFrom('off', 'optional', 'required');

/** All settings of a site's checkout fields. */
const arbitraryAsked: fc.Arbitrary<CheckoutFields> = fc.record({
  phone: asked,
  company: asked,
  billing_address: asked,
  comment: asked,
  participant_name: asked,
  participant_email: asked,
  participant_phone: asked,
  newsletter: fc.constantFrom('off', 'optional'),
});

export const arbitraryForm = fc
  .tuple(arbitraryOrder, arbitraryQuestions, arbitraryAsked)
  .map(([order, questions, asked]) => ({
    order,
    questions,
    asked,
    fields: checkoutForm({ orders: [order], questions, asked, terms: { vendor: 'Spree' } }),
  }));
