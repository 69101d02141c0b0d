import assert from 'node:assert/strict';
import { type Item, rule, skip } from './judge.ts';
import { assertShape, isText } from './shape.ts';

rule('Obtain token: gives access_token, token_type, expires_in and scope', async (platform) => {
  const token = await platform.ownToken();

  assertShape(token, { needed: { access_token: isText, scope: isText }, optional: {} }, 'token');
  assert.match(String(token['token_type']), /^bearer$/i);
  const seconds = Number(token['expires_in']);
  assert.ok(Number.isInteger(seconds) && seconds > 0 && seconds <= 3600, `${seconds} seconds`);
});

const badTokenRequests: [what: string, changes: Record<string, string>][] = [
  ['a wrong secret', { client_secret: 'not-the-secret' }],
  ['an unknown client', { client_id: 'nobody-of-that-name' }],
  ['another grant', { grant_type: 'password' }],
];
for (const [what, changes] of badTokenRequests) {
  rule(`Obtain token: responds with 400 to a request with ${what}`, async (platform) => {
    const { status } = await platform.requestToken(changes);
    if (status === 429) skip('the platform limits token requests');
    assert.equal(status, 400);
  });
}

rule('Authentication 5: takes the token in the header', async ({ get }) => {
  assert.notEqual((await get('/v3/products', { limit: '1' })).status, 401);
});

rule('Authentication 5: takes the token in the query', async ({ ownToken, send }) => {
  const { access_token } = await ownToken();
  const query = new URLSearchParams({ limit: '1', access_token: String(access_token) });
  assert.notEqual((await send(`/v3/products?${query}`)).status, 401);
});

rule('Authentication 6: responds with 401 to a token that it did not give', async ({ send }) => {
  const headers = { Authorization: 'Bearer not-a-token' };
  assert.equal((await send('/v3/events?limit=1', { headers })).status, 401);
  assert.equal((await send('/v3/events?limit=1&access_token=not-a-token')).status, 401);
});

rule('Errors: responds with 403 to reading orders without a scope for it', async (platform) => {
  const scopes = await platform.scopes();
  if (!scopes || scopes.some((scope) => scope.startsWith('orders_read_'))) {
    skip('the client may read orders');
  }
  assert.equal((await platform.get('/v3/orders', { limit: '1' })).status, 403);
});

rule('Errors: what an error says in the fields of the spec is of their type', async ({ get }) => {
  const response = await get('/v3/events', { limit: 'ten' });
  const body = (await response.json().catch(() => ({}))) as Item;

  const isCode = (value: unknown) => isText(value) && /^\d+$/.test(String(value));
  const optional = { message: isText, code: isCode, user_message: isText };
  assertShape(body, { needed: {}, optional }, 'error');
});

const wrongTypes: [path: string, name: string, value: string][] = [
  ['/v3/events', 'limit', 'ten'],
  ['/v3/events', 'limit', '1.5'],
  ['/v3/events', 'offset', 'two'],
  ['/v3/events', 'delta_since', 'yesterday'],
  ['/v3/events', 'available_from', 'soon'],
  ['/v3/events', 'category', 'water'],
  ['/v3/events', 'type', 'NONE'],
  ['/v3/events', 'only_root_events', 'perhaps'],
  ['/v3/events', 'geolocation', '52,13,53'],
  ['/v3/events', 'geolocation', 'north,13,53,14'],
  ['/v3/products', 'limit', 'ten'],
  ['/v3/products', 'available', 'perhaps'],
  ['/v3/products', 'min_price', 'cheap'],
  ['/v3/orders', 'limit', 'ten'],
  ['/v3/orders', 'start_date', 'soon'],
  ['/v3/orders', 'status', 'NONE'],
];
for (const [path, name, value] of wrongTypes) {
  rule(`Errors: responds with 400 to ${name}=${value} of ${path}`, async ({ get }) => {
    const { status } = await get(path, { [name]: value });
    if (status === 403) skip(`the client may not read ${path}`);
    assert.equal(status, 400);
  });
}
