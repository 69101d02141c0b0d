import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { PaymentState } from '#contract/order.schema';
import type { Authorisation, PaymentDue } from '../../../proxy/journal/authorisation.ts';
import { describePayment } from '../../../proxy/payments/describe-payment.ts';

const PRICE = 9_800;
const LOWER = 4_900;
const one = (state: Authorisation['state'], more: Partial<Authorisation> = {}): Authorisation => ({
  id: 'a',
  state,
  amount: PRICE,
  ...more,
});
const kept = { saves_method: true } as const;
const taken = { captured: PRICE, captured_at: 1 };

/** What is recorded, what is due, and what the customer is told. */
const told: Record<string, [Authorisation[], PaymentDue, [PaymentState, number] | undefined]> = {
  'no payment': [[], PRICE, undefined],
  'one that the customer may not have confirmed': [[one('made')], 'hold', undefined],
  'one that waits for the vendor': [[one('authorised')], 'hold', ['held', PRICE]],
  'one that is being taken': [[one('capturing', { captured: LOWER })], LOWER, ['held', LOWER]],
  'one that was taken': [[one('captured', taken)], PRICE, ['paid', PRICE]],
  'one that could not be taken': [[one('uncaptured')], PRICE, ['open', PRICE]],
  'one of an order that has just ended': [[one('authorised')], 0, ['held', PRICE]],
  'one that is being released': [[one('voiding')], 0, ['held', PRICE]],
  'one that was released': [[one('voided')], 0, ['released', PRICE]],
  'one that could not be released': [[one('unvoided')], 0, ['open', PRICE]],
  'a refund that is not begun': [[one('captured', taken)], 0, ['refunding', PRICE]],
  'a refund that is begun': [
    [one('refunding', { ...taken, refund: PRICE })],
    0,
    ['refunding', PRICE],
  ],
  'a refund by hand': [[one('unrefunded', { ...taken, refund: PRICE })], 0, ['refund-due', PRICE]],
  'a refund that is done': [[one('captured', { ...taken, refund: PRICE })], 0, ['refunded', PRICE]],
  'a part that is to be refunded': [[one('captured', taken)], LOWER, ['refunding', PRICE - LOWER]],
  'a part that was refunded': [
    [one('captured', { ...taken, refund: PRICE - LOWER })],
    LOWER,
    ['paid', PRICE],
  ],
  'a hold that had lapsed, of an order that ended': [[one('lapsed')], 0, ['released', PRICE]],
  'a hold that had lapsed, of an order that costs more': [
    [one('lapsed')],
    'leave',
    ['open', PRICE],
  ],
  'what could be paid again until now': [[one('lapsed')], PRICE, ['overdue', PRICE]],
  'what was not paid again in time': [[one('overdue')], PRICE, ['overdue', PRICE]],
  'what was not paid in time, of an order that ended': [[one('overdue')], 0, ['released', PRICE]],
  'a method that was refused, of an order that ended': [
    [one('lapsed', kept)],
    0,
    ['forgotten', PRICE],
  ],
  'a method that is kept': [[one('authorised', kept)], 'hold', ['saved', PRICE]],
  'a kept method that is being charged': [
    [one('capturing', { ...kept, captured: LOWER })],
    LOWER,
    ['saved', LOWER],
  ],
  'a kept method that was charged': [
    [one('captured', { ...kept, ...taken })],
    PRICE,
    ['paid', PRICE],
  ],
  'a kept method that is being forgotten': [[one('voiding', kept)], 0, ['saved', PRICE]],
  'a kept method that was forgotten': [[one('voided', kept)], 0, ['forgotten', PRICE]],
  'the second card after the first was released': [
    [one('voided'), one('authorised', { id: 'b' })],
    'hold',
    ['held', PRICE],
  ],
  'the card that paid, and another that is released': [
    [one('captured', taken), one('voiding', { id: 'b' })],
    PRICE,
    ['paid', PRICE],
  ],
  'the card that is tried after one that could not be taken': [
    [one('authorised'), one('uncaptured', { id: 'b' })],
    PRICE,
    ['held', PRICE],
  ],
};
for (const [name, [authorisations, due, expected]] of Object.entries(told)) {
  test(`of ${name}, the customer is told: ${expected?.join(' ') ?? 'nothing'}`, () => {
    const payment = describePayment(authorisations, due);
    assert.deepEqual(payment && [payment.state, payment.amount], expected);
  });
}

test('the customer is told when the money was taken', () => {
  const [at, hold] = [one('captured', taken), one('authorised')].map((payment) =>
    describePayment([payment], PRICE),
  );
  assert.deepEqual([at?.taken_at, hold && 'taken_at' in hold], [1, false]);
});
