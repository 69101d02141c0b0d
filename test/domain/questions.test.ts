import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { orderRequest } from '../../src/contract/order.schema.ts';
import { checkDetails, maxLengthOf, orderRequestOf } from '../../src/domain/details.ts';
import { answeredAt, answerField, answersOf } from '../../src/domain/questions.ts';
import { aQuotedOrder } from '../support/builders.ts';
import { aQuestion } from '../support/site.ts';

const choice = aQuestion({ type: 'choice', options: ['Well', 'Not at all'] });
const checkbox = aQuestion({ type: 'checkbox' });
const typed = (value: string, id = 'hotel') => new Map([[answerField({ id }), value]]);

for (const [title, question, value, answer] of [
  ['a text', aQuestion(), ' Adlon ', 'Adlon'],
  ['no text', aQuestion(), '', undefined],
  ['only spaces', aQuestion(), '  ', undefined],
  ['an option', choice, 'Well', 'Well'],
  ['an option that is not offered any more', choice, 'A little', undefined],
  ['no option', choice, '', undefined],
  ['a ticked box', checkbox, 'true', 'true'],
  ['a box that is not ticked', checkbox, '', undefined],
] as const) {
  test(`${title} is ${answer ? `the answer “${answer}”` : 'no answer'}`, () => {
    const answers = answersOf([question], typed(value));

    assert.deepEqual(answers, answer === undefined ? [] : [{ id: 'hotel', value: answer }]);
  });
}

test('only what is asked is answered', () => {
  assert.deepEqual(answersOf([aQuestion()], typed('x', 'of-another-site')), []);
});

test('says which questions have to be answered, after the rest of the form', () => {
  const questions = [
    aQuestion({ required: true }),
    aQuestion({ id: 'fit', type: 'checkbox', required: true }),
    aQuestion({ id: 'photo' }),
  ];

  assert.deepEqual(
    [...checkDetails(aQuotedOrder(), new Map([['name', 'Ida Meyer']]), questions)],
    [
      ['email', 'required'],
      ['answer.hotel', 'required'],
      ['answer.fit', 'unticked'],
    ],
  );
});

test('an order without an answer does not speak of any', () => {
  const request = orderRequestOf(aQuotedOrder(), new Map(), 'en', '', [aQuestion()]);

  assert.equal('answers' in request, false);
});

test('finds the question that a place of the request is about', () => {
  const answers = [
    { id: 'hotel', value: 'Adlon' },
    { id: 'level', value: 'Well' },
  ];

  for (const [place, field] of [
    ['answers[1].value', 'answer.level'],
    ['answers[0].id', 'answer.hotel'],
    ['answers[2].value', undefined],
    ['answers', undefined],
    ['contact.answers[0]', undefined],
    [undefined, undefined],
  ] as const) {
    assert.equal(answeredAt(place, answers), field, place);
  }
});

test('the proxy can read whatever is answered', () => {
  const question = fc.record({
    id: fc.stringMatching(/^[a-z]{1,8}$/),
    type: fc.constantFrom('text', 'choice', 'checkbox'),
  });
  const answered = fc.array(
    fc.tuple(question, fc.oneof(fc.string({ maxLength: 500 }), fc.constantFrom('true', 'Well'))),
    { maxLength: 20 },
  );

  fc.assert(
    fc.property(answered, (list) => {
      const byId = new Map(list.map(([each, value]) => [each.id, { each, value }]));
      const questions = [...byId.values()].map(({ each }) =>
        aQuestion({ ...each, options: ['Well'] }),
      );
      const details = new Map([
        ['name', 'Ida Meyer'],
        ['email', 'ida@example.com'],
        ...[...byId].map(([id, { value }]) => [answerField({ id }), value] as const),
      ]);

      const request = orderRequestOf(aQuotedOrder(), details, 'en', '', questions);

      assert.deepEqual(orderRequest.parse(request), request);
    }),
  );
});

test('an answer may be as long as the proxy takes', () => {
  assert.equal(maxLengthOf(answerField(aQuestion())), 500);
});
