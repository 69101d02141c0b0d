import assert from 'node:assert/strict';
import { test } from 'vitest';
import {
  BudgetSpent,
  InvalidInput,
  PlatformMalformed,
  PlatformRefused,
  PlatformUnreachable,
  SendTooLate,
  TokenUnavailable,
} from '../../../proxy/platform/errors.ts';
import { outcomeOfWrite, type WriteOutcome } from '../../../proxy/platform/write-outcome.ts';

const statuses: Record<WriteOutcome, number[]> = {
  refused: [400, 403, 404, 409, 422],
  unsent: [401, 429],
  unclear: [402, 408, 418, 425, 500, 501, 502, 503, 504, 599],
};
for (const [meaning, list] of Object.entries(statuses)) {
  for (const status of list) {
    test(`after ${status} an order is ${meaning}`, () => {
      assert.equal(outcomeOfWrite(new PlatformRefused(status, '40001')), meaning);
    });
  }
}

test('an order that certainly never left is unsent, one that may have left is not', () => {
  assert.equal(outcomeOfWrite(new TokenUnavailable('none')), 'unsent');
  assert.equal(outcomeOfWrite(new SendTooLate('late')), 'unsent');
  assert.equal(outcomeOfWrite(new BudgetSpent('spent')), 'unsent');
  assert.equal(outcomeOfWrite(new InvalidInput(['name: missing'])), 'unsent');
  assert.equal(outcomeOfWrite(new PlatformUnreachable({ sent: false })), 'unsent');
  assert.equal(outcomeOfWrite(new PlatformUnreachable({ sent: true })), 'unclear');
});

test('a refusal without the platform’s own code is not clear', () => {
  for (const status of [...statuses.refused, ...statuses.unsent]) {
    assert.equal(outcomeOfWrite(new PlatformRefused(status)), 'unclear');
  }
});

test('any unexpected error is unclear', () => {
  assert.equal(outcomeOfWrite(new PlatformMalformed('html')), 'unclear');
  assert.equal(outcomeOfWrite(new TypeError('our own mistake')), 'unclear');
  assert.equal(outcomeOfWrite(undefined), 'unclear');
});
