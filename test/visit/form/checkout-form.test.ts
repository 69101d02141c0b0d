import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { defaultFields } from '#contract/checkout-fields';
import { orderRequest } from '#contract/order.schema';
import type { QuotedOrder } from '#contract/quote.schema';
import type { CheckoutFields, Question } from '#contract/site.schema';
import {
  checkoutForm,
  type Field,
  type RequestTarget,
} from '../../../src/visit/form/checkout-form.ts';
import { checkFields } from '../../../src/visit/form/field-problems.ts';
import { valueOf } from '../../../src/visit/form/field-values.ts';
import { fieldAt, orderRequestOf } from '../../../src/visit/form/order-request.ts';
import { arbitraryDetails, arbitraryForm } from '../../domain/arbitraries.ts';
import { aQuotedLine, aQuotedOrder, aQuotedPrice } from '../../support/builders.ts';
import { aQuestion } from '../../support/site.ts';

const formOf = (order: QuotedOrder, questions: Question[] = []) =>
  checkoutForm({ orders: [order], questions, terms: { vendor: 'Spree' } });
const idsOf = (fields: Field[]) => fields.map(({ id }) => id);
const arbitraryFilledForm = arbitraryForm.chain((form) =>
  arbitraryDetails(form.fields).map((details) => ({ ...form, details })),
);
/** The filled forms that a person could send. */
const arbitrarySentForm = arbitraryFilledForm
  .map(({ fields, details, ...form }) => {
    const usual = { name: 'Ida Meyer', email: 'ida@example.com', country: 'DE', terms: 'true' };
    const typed = new Map([...details, ...Object.entries(usual)]);
    for (const { key, type, group } of fields) {
      if (type === 'country') typed.set(key, 'DE');
      else if (group === 'shipping' && !typed.get(key)?.trim()) typed.set(key, '77');
    }
    return { ...form, fields, details: typed };
  })
  .filter(({ fields, details }) => checkFields(fields, details).size === 0);

test('asks in reading order: contact, bill, address, questions, participants, comment, news, terms', () => {
  const order = aQuotedOrder({
    shipping_address: true,
    lines: [aQuotedLine({ participant_hint: 'How tall?', prices: [aQuotedPrice({ amount: 2 })] })],
  });

  const asked = { ...defaultFields, newsletter: 'optional' } as const;
  const fields = checkoutForm({
    orders: [order],
    questions: [aQuestion({ id: 'hotel' })],
    asked,
    terms: { vendor: 'Spree' },
  });

  assert.deepEqual(idsOf(fields), [
    ...['name', 'email', 'phone', 'company', 'vat_number'],
    ...['street', 'streetnr', 'zip', 'city', 'country'].map((name) => `billing.${name}`),
    'recipient',
    ...['street', 'streetnr', 'zip', 'city', 'country'],
    'answers.hotel',
    'lines.0.participants.0.name',
    'lines.0.participants.0.comment',
    'lines.0.participants.1.name',
    'lines.0.participants.1.comment',
    ...['comment', 'newsletter'],
    'terms',
  ]);
});

test('asks what the site sets, and requires what it requires', () => {
  const order = aQuotedOrder({ shipping_address: false });
  const least: CheckoutFields = {
    ...defaultFields,
    phone: 'off',
    company: 'off',
    billing_address: 'off',
  };
  const off = { comment: 'off', participant_name: 'off' } as const;

  const idsAsked = (asked: CheckoutFields) =>
    checkoutForm({ orders: [order], questions: [], asked }).map(
      ({ id, missing }) => `${id}${missing ? '!' : ''}`,
    );

  assert.deepEqual(idsAsked({ ...least, ...off }), ['name!', 'email!']);
  assert.deepEqual(
    idsAsked({
      phone: 'required',
      company: 'required',
      billing_address: 'required',
      comment: 'required',
      newsletter: 'optional',
      participant_name: 'required',
      participant_email: 'required',
      participant_phone: 'optional',
    }),
    [
      ...['name!', 'email!', 'phone!', 'company!', 'vat_number'],
      ...['billing.street!', 'billing.streetnr', 'billing.zip!', 'billing.city!'],
      ...['billing.country!', 'lines.0.participants.0.name!'],
      ...['lines.0.participants.0.email!', 'lines.0.participants.0.phone'],
      ...['comment!', 'newsletter'],
    ],
  );
});

test('asks for one detail of a participant under their title, and for several in a block', () => {
  const first = ({
    participant_hint = '',
    ...asked
  }: Partial<CheckoutFields> & { participant_hint?: string }) =>
    checkoutForm({
      orders: [aQuotedOrder({ lines: [aQuotedLine({ participant_hint })] })],
      questions: [],
      asked: { ...defaultFields, ...asked },
    }).filter(({ group }) => group === 'participants');
  const who = { message: 'participant', values: { title: 'Adult', number: 1 } };

  const [alone, ...none] = first({});
  assert.deepEqual([alone?.label, alone?.block, none], [who, undefined, []]);
  for (const fields of [
    first({ participant_email: 'optional' }),
    first({ participant_hint: 'How tall?' }),
    first({ participant_name: 'off', participant_hint: 'How tall?' }),
    first({ participant_name: 'off', participant_phone: 'required' }),
  ]) {
    assert.ok(fields.every(({ block, label }) => block?.label && label !== block.label));
    assert.deepEqual(fields[0]?.block?.label, who);
  }
});

test('offers the contact’s name for the first participant, and earlier names for other events', () => {
  const lines = ['kayak', 'tea'].map((date_id) =>
    aQuotedLine({ date_id, prices: [aQuotedPrice({ amount: 2 })] }),
  );
  const [adult1, adult2, again1, again2] = formOf(aQuotedOrder({ lines })).filter(
    ({ group }) => group === 'participants',
  );

  assert.equal(adult1?.sameAs, 'name');
  assert.equal(adult2?.sameAs, undefined);
  assert.deepEqual([again1?.sameAs, again2?.sameAs], [adult1?.key, adult2?.key]);
});

test('copies names from fields above, but never from answers to a vendor', () => {
  fc.assert(
    fc.property(arbitraryForm, ({ fields }) => {
      for (const [index, { sameAs, targets }] of fields.entries()) {
        if (sameAs === undefined) continue;
        const source = fields.slice(0, index).find(({ key }) => key === sameAs);
        const nameOf = (target: RequestTarget | undefined) =>
          target && 'name' in target && target.name;
        assert.notEqual(nameOf(targets[0]), 'comment');
        // A site may ask for the participants' phone numbers but not for the contact's.
        if (source) assert.equal(nameOf(source.targets[0]), nameOf(targets[0]));
        else assert.equal(sameAs, 'phone');
      }
    }),
  );
});

test('asks for an address only when something is sent', () => {
  const fields = formOf(aQuotedOrder({ shipping_address: false }));

  assert.equal(
    fields.some(({ group }) => group === 'shipping'),
    false,
  );
});

test('names whose terms have to be accepted', () => {
  const order = aQuotedOrder();
  const labelOf = (terms: { vendor: string; site?: string }) =>
    checkoutForm({ orders: [order], questions: [], terms }).at(-1)?.label;

  assert.deepEqual(labelOf({ vendor: 'Spree' }), {
    message: 'acceptTerms',
    values: { vendor: 'Spree' },
  });
  assert.deepEqual(labelOf({ vendor: 'Spree', site: 'Tours' }), {
    message: 'acceptBoth',
    values: { vendor: 'Spree', site: 'Tours' },
  });
  assert.equal(checkoutForm({ orders: [order], questions: [] }).at(-1)?.group, 'rest');
});

test("each participant is asked the vendor's question of their own line", () => {
  const lines = ['', 'How tall are you?'].map((participant_hint, index) =>
    aQuotedLine({ date_id: `date-${index}`, participant_hint }),
  );
  const fields = formOf(aQuotedOrder({ lines })).filter(({ group }) => group === 'participants');

  assert.deepEqual(
    fields.map(({ id, label }) => [id, 'text' in label ? label.text : label.message]),
    [
      ['lines.0.participants.0.name', 'participant'],
      ['lines.1.participants.0.name', 'participantName'],
      ['lines.1.participants.0.comment', 'How tall are you?'],
    ],
  );
});

test('every id and every key is unique', () => {
  fc.assert(
    fc.property(arbitraryForm, ({ fields }) => {
      assert.equal(new Set(idsOf(fields)).size, fields.length);
      assert.equal(new Set(fields.map(({ key }) => key)).size, fields.length);
    }),
  );
});

test('an id has no white space, so that ARIA attributes can refer to it', () => {
  fc.assert(
    fc.property(arbitraryForm, ({ fields }) => {
      for (const id of idsOf(fields)) assert.match(id, /^[\w.-]+$/);
    }),
  );
});

test('every value in the order request leads back to its field', () => {
  fc.assert(
    fc.property(arbitraryFilledForm, ({ order, fields, details }) => {
      const request = orderRequestOf(order, fields, details, { lang: 'en' });
      const { contact, shipping, lines, answers, comment, email_newsletter_opt_in } = request;
      const found = new Set<Field>();
      const typed = { contact, shipping, lines, answers, comment, email_newsletter_opt_in };
      for (const [path, value] of leavesOf(typed)) {
        if (value === undefined) continue;
        const field = fieldAt(path, fields, details);
        if (!field) {
          assert.match(path, /\.(date_id|price_id)$/);
          continue;
        }
        found.add(field);
        // The path of a question's id leads to the same field as that of its value.
        if (!path.endsWith('.id')) assert.equal(String(value), valueOf(field, details), path);
      }

      const filled = fields.filter((field) => field.targets.length > 0 && valueOf(field, details));
      for (const field of filled) assert.ok(found.has(field), field.id);
    }),
  );
});

/** Every value in a body that is no object or list, with its path as the proxy writes it. */
function leavesOf(value: unknown, path = ''): [path: string, value: unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, item]) => {
    if (item === undefined) return [];
    return leavesOf(item, Array.isArray(value) ? `${path}[${key}]` : path ? `${path}.${key}` : key);
  });
}

test('the proxy accepts every order whose details the form accepts', () => {
  fc.assert(
    fc.property(arbitrarySentForm, ({ order, fields, details }) => {
      const request = orderRequestOf(order, fields, details, { lang: 'de' });

      assert.deepEqual(orderRequest.parse(request), request);
    }),
  );
});

test('the proxy accepts every field that is filled to its maximum length', () => {
  const order = aQuotedOrder({
    shipping_address: true,
    lines: [aQuotedLine({ participant_hint: 'How tall?' })],
  });
  const fields = formOf(order, [aQuestion({ id: 'hotel' })]);
  const full = new Map(
    fields.map(({ key, type, maxLength = 0 }) => {
      if (type === 'country') return [key, 'DE'];
      if (type === 'email') return [key, `${'x'.repeat(maxLength - 12)}@example.com`];
      return [key, type === 'checkbox' ? 'true' : 'x'.repeat(maxLength)];
    }),
  );
  assert.deepEqual([...checkFields(fields, full)], []);

  const request = orderRequestOf(order, fields, full, { lang: 'en' });

  assert.deepEqual(orderRequest.parse(request), request);
  for (const field of fields.filter(({ type }) => ['text', 'tel', 'multiline'].includes(type))) {
    const longer = new Map(full).set(field.key, 'x'.repeat((field.maxLength ?? 0) + 1));
    const tooLong = orderRequestOf(order, fields, longer, { lang: 'en' });
    assert.equal(orderRequest.safeParse(tooLong).success, false, field.id);
  }
});

const weekday = aQuotedOrder({
  lines: [
    aQuotedLine({
      participant_hint: 'How tall?',
      prices: [aQuotedPrice({ amount: 2 }), aQuotedPrice({ price_id: 2, title: 'Child' })],
    }),
  ],
});
const typedByField = new Map(formOf(weekday).map((field) => [field.key, field.id]));
const typedIn = (order: QuotedOrder) =>
  formOf(order)
    .filter(({ group }) => group === 'participants')
    .map((field) => valueOf(field, typedByField));

test('the second adult’s input stays when a date with other price ids is chosen', () => {
  const weekend = aQuotedOrder({
    lines: [
      aQuotedLine({
        date_id: 'saturday',
        event_id: 'kayak-weekend',
        participant_hint: 'How tall?',
        // The weekend lists its children first.
        prices: [
          aQuotedPrice({ price_id: 12, title: 'Child' }),
          aQuotedPrice({ price_id: 11, amount: 2 }),
        ],
      }),
    ],
  });

  assert.deepEqual(typedIn(weekend), [
    'lines.0.participants.2.name',
    'lines.0.participants.2.comment',
    'lines.0.participants.0.name',
    'lines.0.participants.0.comment',
    'lines.0.participants.1.name',
    'lines.0.participants.1.comment',
  ]);
});

test('the child’s input stays with the child when an adult is removed', () => {
  const fewer = aQuotedOrder({
    lines: [aQuotedLine({ prices: [aQuotedPrice({ price_id: 2, title: 'Child' })] })],
  });

  assert.deepEqual(typedIn(fewer), ['lines.0.participants.2.name']);
});

const changes: [title: string, change: Partial<QuotedOrder>][] = [
  ["another vendor's question", { vendor_id: 'alster' }],
  [
    'another question of the same vendor',
    { lines: [aQuotedLine({ participant_hint: 'Which shoes?' })] },
  ],
];
for (const [title, change] of changes) {
  test(`${title} does not inherit what was typed`, () => {
    const lines = [aQuotedLine({ participant_hint: 'How tall?' })];
    const other = aQuotedOrder({ lines, ...change });

    assert.deepEqual(typedIn(other), ['lines.0.participants.0.name', '']);
  });
}

test('several orders ask for contact and address once, and for the participants of each', () => {
  const spree = aQuotedOrder();
  const lisbon = aQuotedOrder({ vendor_id: 'lisbon', shipping_address: true });

  const fields = checkoutForm({ orders: [spree, lisbon], questions: [] });

  assert.deepEqual(idsOf(fields), [
    ...['name', 'email', 'phone', 'company', 'vat_number'],
    ...['street', 'streetnr', 'zip', 'city', 'country'].map((name) => `billing.${name}`),
    ...['recipient', 'street', 'streetnr', 'zip', 'city', 'country'],
    'lines.0.participants.0.name',
    'orders.1.lines.0.participants.0.name',
    'comment',
  ]);
  assert.equal(new Set(fields.map(({ key }) => key)).size, fields.length);
});

test('the input for one order of a cart is sent only with that order, also when it is the last one left', () => {
  const spree = aQuotedOrder();
  const lisbon = aQuotedOrder({ vendor_id: 'lisbon' });
  const together = checkoutForm({ orders: [spree, lisbon], questions: [] });
  const [, ofLisbon] = together.filter(({ group }) => group === 'participants');
  const details = new Map([[ofLisbon?.key ?? '', 'Inês']]);

  const namesIn = (order: QuotedOrder) => {
    const fields = checkoutForm({ orders: [order], cartSize: 2, questions: [] });
    const { lines } = orderRequestOf(order, fields, details, { lang: 'en' });
    return lines.flatMap(({ participants }) => participants.map(({ name }) => name));
  };

  assert.deepEqual([namesIn(spree), namesIn(lisbon)], [[undefined], ['Inês']]);
});
