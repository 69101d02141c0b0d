import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readConfig } from '../../proxy/config.ts';
import * as limits from '../../proxy/time-limits.ts';
import { variables } from '../support/world.ts';

test('the limits are consistent with each other', () => {
  const { PLATFORM_TIMEOUT_SECONDS } = readConfig(variables);
  const { TOKEN_LEASE, TOKEN_TIMEOUT, LONGEST_PROBE } = limits;
  assert.ok(TOKEN_LEASE > TOKEN_TIMEOUT, 'a lease ends while its request is under way');
  assert.ok(LONGEST_PROBE > TOKEN_LEASE + TOKEN_TIMEOUT + PLATFORM_TIMEOUT_SECONDS * 1000);
  assert.ok(limits.FIRST_TOKEN_RETRY < limits.PROBE_INTERVAL, 'a probe finds no token');
});
