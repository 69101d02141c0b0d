import assert from 'node:assert/strict';
import { test } from 'vitest';
import { successAddress } from '../../src/visit/success-page.ts';
import {
  aCheckingIntent,
  anAttempt,
  anAttemptWith,
  aPlacedIntent,
  NOW,
} from '../support/builders.ts';

const PAGE = 'https://shop.example/thanks?lang=de#top';
const placed = (change = {}) => anAttemptWith(aPlacedIntent(change));

test('the success page gets the code of every order', () => {
  const attempts = [placed(), placed({ code: 'TEA & CO' })];

  assert.equal(
    successAddress(PAGE, attempts, NOW),
    'https://shop.example/thanks?lang=de&booking-order=SPREE-7&booking-order=TEA+%26+CO#top',
  );
});

test('the success page is not opened while an order is not placed', () => {
  const others = [
    anAttempt(),
    anAttempt({ state: 'ordering' }),
    anAttempt({ state: 'unclear' }),
    anAttempt({ state: 'refused' }),
    anAttemptWith(aCheckingIntent()),
    anAttemptWith({ state: 'absent', order: null, settled_by: null, problem: null }),
    placed({ status: 'PENDING' }),
    placed({ status: 'CANCELED' }),
    placed({ status: 'DECLINED' }),
    placed({ status: 'OPEN' }),
    placed({ status: 'RESERVED' }),
    placed({ expire_date: '2026-11-21T09:00:00Z' }),
  ];
  for (const other of others) {
    assert.equal(successAddress(PAGE, [placed(), other], NOW), undefined, other.state);
  }
  assert.equal(successAddress(PAGE, [], NOW), undefined);
});
