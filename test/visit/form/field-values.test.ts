import assert from 'node:assert/strict';
import { test } from 'vitest';
import { checkoutForm } from '../../../src/visit/form/checkout-form.ts';
import { valueOf } from '../../../src/visit/form/field-values.ts';
import { aQuotedOrder } from '../../support/builders.ts';
import { aQuestion } from '../../support/site.ts';

const text = aQuestion();
const choice = aQuestion({ type: 'choice', options: ['Well', 'Not at all'] });
const checkbox = aQuestion({ type: 'checkbox' });

for (const [title, question, typed, value] of [
  ['a text', text, ' Adlon ', 'Adlon'],
  ['no text', text, '', ''],
  ['only spaces', text, '  ', ''],
  ['an option', choice, 'Well', 'Well'],
  ['an option that is not offered any more', choice, 'A little', ''],
  ['no option', choice, '', ''],
  ['a ticked box', checkbox, 'true', 'true'],
  ['a box that is not ticked', checkbox, '', ''],
] as const) {
  test(`${title} says ${value ? `“${value}”` : 'nothing'}`, () => {
    const fields = checkoutForm({ orders: [aQuotedOrder()], questions: [question] });
    const field = fields.find(({ group }) => group === 'questions');
    assert.ok(field);

    assert.equal(valueOf(field, new Map([[field.key, typed]])), value);
  });
}
