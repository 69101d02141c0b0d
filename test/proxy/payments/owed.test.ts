import assert from 'node:assert/strict';
import { test } from 'vitest';
import { type Authorisation, unpaidSince } from '../../../proxy/journal/authorisation.ts';

const one = (state: Authorisation['state'], more: Partial<Authorisation> = {}): Authorisation => ({
  id: 'a',
  state,
  amount: 9_800,
  ...more,
});
const lapsed = one('lapsed', { lapsed_at: 7 });

const unpaid: Record<string, [Authorisation[], number | undefined]> = {
  'whose money was gone': [[lapsed], 7],
  'that is being paid again': [[lapsed, one('made', { id: 'b' })], 7],
  'whose money was gone twice': [[lapsed, one('lapsed', { id: 'b', lapsed_at: 9 })], 7],
  'that was not paid by the end of its time': [[lapsed, one('voided', { id: 'b' })], 7],
  'whose time to be paid is over': [[lapsed, one('overdue', { id: 'b' })], undefined],
  'without a payment': [[], undefined],
  'whose money is held': [[lapsed, one('authorised', { id: 'b' })], undefined],
  'whose money is being taken': [[lapsed, one('capturing', { id: 'b' })], undefined],
  'that is paid': [[lapsed, one('captured', { id: 'b' })], undefined],
  'whose money is on its way back': [[lapsed, one('refunding', { id: 'b' })], undefined],
  'whose money the operator may still take': [[lapsed, one('uncaptured', { id: 'b' })], undefined],
};
for (const [name, [authorisations, since]] of Object.entries(unpaid)) {
  test(`of an order ${name}, another payment is ${since ? '' : 'not '}asked for`, () => {
    assert.equal(unpaidSince(authorisations), since);
  });
}
