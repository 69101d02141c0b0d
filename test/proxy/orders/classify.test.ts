import assert from 'node:assert/strict';
import { test } from 'vitest';
import { classify } from '../../../proxy/journal/intent.ts';
import {
  PlatformMalformed,
  PlatformRefused,
  PlatformUnreachable,
  SendTooLate,
  TokenUnavailable,
} from '../../../proxy/platform/errors.ts';

const statuses: Record<ReturnType<typeof classify>, number[]> = {
  refused: [400, 403, 404, 409, 422],
  unsent: [401, 429],
  unclear: [402, 408, 418, 425, 500, 501, 502, 503, 504, 599],
};
for (const [meaning, list] of Object.entries(statuses)) {
  for (const status of list) {
    test(`after ${status} an order is ${meaning}`, () => {
      assert.equal(classify(new PlatformRefused(status, '40001')), meaning);
    });
  }
}

test('an order that certainly never left is unsent, one that may have left is not', () => {
  assert.equal(classify(new TokenUnavailable('none')), 'unsent');
  assert.equal(classify(new SendTooLate('late')), 'unsent');
  assert.equal(classify(new PlatformUnreachable({ sent: false })), 'unsent');
  assert.equal(classify(new PlatformUnreachable({ sent: true })), 'unclear');
});

test('a refusal without the platform’s own code is not clear', () => {
  for (const status of [...statuses.refused, ...statuses.unsent]) {
    assert.equal(classify(new PlatformRefused(status)), 'unclear');
  }
});

test('any unexpected error is unclear', () => {
  assert.equal(classify(new PlatformMalformed('html')), 'unclear');
  assert.equal(classify(new TypeError('our own mistake')), 'unclear');
  assert.equal(classify(undefined), 'unclear');
});
