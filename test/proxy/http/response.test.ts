import assert from 'node:assert/strict';
import { test } from 'vitest';
import {
  createResponse,
  jsonResponse,
  textResponse,
  toResponse,
} from '../../../proxy/http/response.ts';

const DATE = 'Sat, 21 Nov 2026 09:00:00 GMT';
const cors = { Vary: 'Origin', 'Access-Control-Allow-Origin': 'https://shop.example' };

test('a response has the security headers, unless it sets one itself', () => {
  const { headers } = createResponse(200, { 'Cross-Origin-Resource-Policy': 'cross-origin' }, null);

  assert.deepEqual(headers, {
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  });
});

test('JSON and plain text are no-store', async () => {
  for (const [response, type, text] of [
    [jsonResponse(201, { state: 'placed' }), 'application/json', '{"state":"placed"}'],
    [textResponse(201, 'ok'), 'text/plain', 'ok'],
  ] as const) {
    assert.deepEqual([response.status, response.body], [201, text]);
    assert.equal(response.headers['Content-Type'], type);
    assert.equal(response.headers['Cache-Control'], 'no-store');
  }
});

test('is sent with the CORS headers and the proxy’s Date', async () => {
  const response = toResponse(textResponse(200, 'ok'), cors, DATE);

  assert.deepEqual([response.status, await response.text()], [200, 'ok']);
  assert.equal(response.headers.get('Access-Control-Allow-Origin'), 'https://shop.example');
  assert.equal(response.headers.get('Vary'), 'Origin');
  assert.equal(response.headers.get('Date'), DATE);
});

test('its own headers win over those of CORS, and its Date is always the proxy’s', () => {
  const headers = {
    Vary: 'Origin, Accept-Encoding',
    'Access-Control-Allow-Origin': '*',
    Date: 'Thu, 01 Jan 1970 00:00:00 GMT',
  };
  const response = toResponse(createResponse(200, headers, null), cors, DATE);

  assert.equal(response.headers.get('Vary'), 'Origin, Accept-Encoding');
  assert.equal(response.headers.get('Access-Control-Allow-Origin'), '*');
  assert.equal(response.headers.get('Date'), DATE);
});

test('a cached response is not changed by being sent', () => {
  const cached = createResponse(200, {}, null);
  const headers = { ...cached.headers };
  toResponse(cached, cors, DATE).headers.set('Connection', 'close');

  assert.deepEqual(cached.headers, headers);
  assert.equal(cors.Vary, 'Origin');
});
