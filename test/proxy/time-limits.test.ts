import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { readConfig } from '../../proxy/config.ts';
import * as limits from '../../proxy/time-limits.ts';
import { variables } from '../support/world.ts';

const readme = readFileSync('proxy/README.md', 'utf8');
const section = readme.split('## Time limits and retries\n')[1]?.split(/\n## /)[0] ?? '';
const documented = new Map(
  [...section.matchAll(/^\| `(\w+)` +\| ([\d., ]+?) +\|/gm)].map(([, name = '', seconds = '']) => [
    name,
    seconds.split(', ').map(Number),
  ]),
);

const { PLATFORM_TIMEOUT_SECONDS, ORDER_SETTLE_SECONDS } = readConfig(variables);
/** Seconds by name: those of the configuration, and all that `time-limits.ts` has in milliseconds. */
const actual = new Map<string, number[]>([
  ['PLATFORM_TIMEOUT_SECONDS', [PLATFORM_TIMEOUT_SECONDS]],
  ['ORDER_SETTLE_SECONDS', [ORDER_SETTLE_SECONDS]],
]);
for (const [name, value] of Object.entries(limits)) {
  if (typeof value === 'function' || name === 'FAILURES_TO_OPEN') continue;
  actual.set(
    name,
    [value].flat().map((milliseconds) => milliseconds / 1000),
  );
}

test('the README lists every time limit of the proxy with its value', () => {
  assert.deepEqual(Object.fromEntries(documented), Object.fromEntries(actual));
});

test('the limits are consistent with each other', () => {
  const { TOKEN_LEASE, TOKEN_TIMEOUT, LONGEST_PROBE } = limits;
  assert.ok(TOKEN_LEASE > TOKEN_TIMEOUT, 'a lease ends while its request is under way');
  assert.ok(LONGEST_PROBE > TOKEN_LEASE + TOKEN_TIMEOUT + PLATFORM_TIMEOUT_SECONDS * 1000);
  assert.ok(limits.FIRST_TOKEN_RETRY < limits.PROBE_INTERVAL, 'a probe finds no token');
});
