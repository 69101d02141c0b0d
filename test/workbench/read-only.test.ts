import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createReadOnly } from '../../demo/read-only.ts';
import { operations } from '../../proxy/platform/operations.ts';

const PLATFORM = 'https://platform.example/base';

function listen() {
  const sent: string[] = [];
  const fetch = createReadOnly(async ({ method, url }) => {
    sent.push(`${method} ${url}`);
    return new Response('{}');
  }, PLATFORM);
  return { sent, fetch };
}

test('of all operations of the platform those that read and the token request are sent, and no other', async () => {
  const { sent, fetch } = listen();
  const all = Object.values(operations).map(({ method, path }) => [method, PLATFORM + path]);
  const token = `POST ${PLATFORM}/oauth/token`;

  for (const [method = '', url = ''] of all) {
    const response = await fetch(new Request(url, { method }));
    const isSent = sent.includes(`${method} ${response.url || new URL(url).href}`);
    assert.equal(response.status, isSent ? 200 : 403, `${method} ${url}`);
  }

  const reads = all.filter(([method]) => method === 'GET');
  assert.equal(sent.length, reads.length + 1);
  assert.deepEqual(
    sent.filter((line) => !line.startsWith('GET ')),
    [token],
  );
});

test('no method writes at the address of the token, nor a token request elsewhere', async () => {
  const { sent, fetch } = listen();
  const refused = [
    ['PUT', `${PLATFORM}/oauth/token`],
    ['DELETE', `${PLATFORM}/oauth/token`],
    ['POST', `${PLATFORM}/oauth/token?then=/v3/orders`],
    ['POST', `${PLATFORM}/v3/orders/oauth/token`],
    ['POST', 'https://elsewhere.example/base/oauth/token'],
  ];

  for (const [method = '', url = ''] of refused) {
    const response = await fetch(new Request(url, { method }));
    assert.equal(response.status, 403);
  }

  assert.deepEqual(sent, []);
});

test('what is refused has the error body of the platform', async () => {
  const { fetch } = listen();

  const response = await fetch(new Request(`${PLATFORM}/v3/orders`, { method: 'POST' }));

  const body = (await response.json()) as Record<string, string>;
  assert.deepEqual(Object.keys(body), ['message', 'code', 'user_message']);
  assert.match(body['code'] ?? '', /^\d+$/);
});
