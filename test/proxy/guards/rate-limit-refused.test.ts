import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createWorld, PROXY } from '../../support/world.ts';

// Refused requests cost work too, so they count like served ones.

const peer = { address: '203.0.113.7' };

const refused: [what: string, path: string, init: RequestInit, status: number][] = [
  ['an unknown site', '/v3/events?site=none', {}, 400],
  ['an unknown path', '/nowhere?site=none', {}, 404],
  [
    'another origin',
    '/checkout/orders',
    { method: 'POST', headers: { Origin: 'https://evil.example' } },
    403,
  ],
  [
    'the preflight of another origin',
    '/checkout/orders',
    {
      method: 'OPTIONS',
      headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' },
    },
    403,
  ],
];
for (const [what, path, init, status] of refused) {
  test(`requests with ${what} are counted by address`, async () => {
    const world = createWorld({ env: { READS_PER_MINUTE: '3', ORDERS_PER_MINUTE: '3' } });
    const send = (from: typeof peer) => world.read(new Request(PROXY + path, init), from);
    const statuses: number[] = [];
    for (let requests = 0; requests < 4; requests += 1) statuses.push((await send(peer)).status);

    assert.deepEqual(statuses, [status, status, status, 429]);
    assert.equal((await send({ address: '198.51.100.1' })).status, status);
  });
}

test('a page of the site can read that it sends too many requests', async () => {
  const world = createWorld({ env: { READS_PER_MINUTE: '1' } });
  const headers = { Origin: 'https://other.example' };
  const send = () => world.read(new Request(`${PROXY}/v3/events`, { headers }), peer);
  await send();

  const { status, headers: sent } = await send();

  assert.equal(status, 429);
  assert.equal(sent.get('Access-Control-Allow-Origin'), 'https://other.example');
});
