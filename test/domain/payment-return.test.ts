import assert from 'node:assert/strict';
import { test } from 'vitest';
import { withoutReturn } from '../../src/domain/payment-return.ts';

const PAGE = 'https://shop.example/tours';

for (const [address, rest] of [
  ['?payment_intent=pi_1&payment_intent_client_secret=s&redirect_status=succeeded', ''],
  ['?setup_intent=seti_1&setup_intent_client_secret=s&redirect_status=failed', ''],
  ['?a=1%20b&payment_intent=pi_1&b=2+c&redirect_status=x#/path?d', '?a=1%20b&b=2+c#/path?d'],
  ['?redirect_status=x#top', '#top'],
  ['?my_payment_intent=1', undefined],
  ['#payment_intent=1', undefined],
  ['?payment_intents=1', undefined],
  ['', undefined],
] as const) {
  test(`of “${address}” ${rest === undefined ? 'nothing was added' : `“${rest}” is the page’s`}`, () => {
    assert.equal(withoutReturn(PAGE + address), rest === undefined ? undefined : PAGE + rest);
  });
}
