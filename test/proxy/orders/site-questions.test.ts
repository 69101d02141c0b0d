import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { OrderRequest } from '#contract/order.schema';
import type { Problem } from '#contract/problem.schema';
import { cartOf, createWorldOfSite, fieldsOf, newKey, requestFor } from '../../support/world.ts';

const questions = [
  { id: 'level', title: 'How well do you swim?', type: 'choice', options: ['well', 'not at all'] },
  { id: 'heard', title: 'How did you hear of us?', type: 'text', required: true },
  { id: 'dog', title: 'I bring a dog', type: 'checkbox' },
];
const world = createWorldOfSite({ questions });
const choice = await world.choose();
const heard = { id: 'heard', value: 'From a friend' };

type Answers = OrderRequest['answers'];

async function placeWith(answers: Answers) {
  const quoted = await world.quoteOne(cartOf(choice, [1]));
  return world.place<Problem>(requestFor(quoted, answers && { answers }), newKey());
}

const refused: [what: string, answers: Answers, field: string][] = [
  ['has no answers, although one is required', undefined, 'answers'],
  ['lacks the answer that is required', [{ id: 'dog', value: 'true' }], 'answers'],
  ['answers what was not asked', [heard, { id: 'shoes', value: '43' }], 'answers[1].id'],
  [
    'chooses what is not offered',
    [heard, { id: 'level', value: 'like a fish' }],
    'answers[1].value',
  ],
  ['ticks a box with another word', [heard, { id: 'dog', value: 'yes' }], 'answers[1].value'],
];
for (const [what, answers, field] of refused) {
  test(`an order that ${what} is refused at ${field}, and nothing is sent`, async () => {
    const before = world.orderCalls();

    const response = await placeWith(answers);

    assert.deepEqual([response.status, fieldsOf(response)], [400, [field]]);
    assert.equal(world.orderCalls(), before);
  });
}

test('an order that answers what is required, and further questions as offered, is placed', async () => {
  const all = [heard, { id: 'level', value: 'well' }, { id: 'dog', value: 'true' }];

  assert.equal((await placeWith([heard])).status, 201);
  assert.equal((await placeWith(all)).status, 201);
});
