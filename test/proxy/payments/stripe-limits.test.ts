import assert from 'node:assert/strict';
import { test } from 'vitest';
import { stripeLimits, unpayableAtStripe } from '../../../proxy/payments/stripe-limits.ts';
import { usualSettings } from '../../support/stripe/settings.ts';

test('the limits are in minor units, also where Stripe counts in others', () => {
  assert.deepEqual(stripeLimits('EUR'), { least: 50, most: 99_999_999 });
  assert.deepEqual(stripeLimits('JPY'), { least: 50, most: 9_999_999_999_999 });
  assert.equal(stripeLimits('INR').most, 999_999_999);
  assert.equal(stripeLimits('CZK').least, 1_500);
  // Without a published minimum; no decimals in ISO 4217, and two at Stripe.
  assert.deepEqual(unpayableAtStripe(1, 'ISK'), undefined);
});

test('each published minimum is the least that can be paid', () => {
  for (const [currency, atStripe] of Object.entries(usualSettings.minimums)) {
    const { least } = stripeLimits(currency.toUpperCase());
    assert.equal(least, atStripe, currency);
    assert.equal(unpayableAtStripe(least - 1, currency.toUpperCase()), 'too-small');
    assert.equal(unpayableAtStripe(least, currency.toUpperCase()), undefined);
  }
});

test('an amount that is too large, or not exact at Stripe, cannot be paid', () => {
  assert.equal(unpayableAtStripe(100_000_000, 'EUR'), 'too-large');
  assert.equal(unpayableAtStripe(99_999_999, 'EUR'), undefined);
  assert.equal(unpayableAtStripe(3_905, 'KWD'), 'inexact');
});
