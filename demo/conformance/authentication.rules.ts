import assert from 'node:assert/strict';
import { type OperationName, operations } from '../../proxy/platform/operations.ts';
import { addressOf } from './address.ts';
import { type Item, rule, skip } from './judge.ts';
import { assertShape, isText } from './shape.ts';

rule('Obtain token: gives access_token, token_type, expires_in and scope', async (platform) => {
  if (platform.isTokenGiven) skip('another program has obtained the token');
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

rule('Authentication 5: takes the token in the header', async ({ call }) => {
  assert.notEqual((await call('listProducts', { limit: '1' })).status, 401);
});

rule('Authentication 5: takes the token in the query', async ({ call, ownToken, send }) => {
  if ((await call('listProducts', { limit: '1' })).status === 401) {
    skip('it does not take the token in the header either');
  }
  const { access_token } = await ownToken();
  const address = addressOf('listProducts', { limit: '1', access_token: String(access_token) });
  assert.notEqual((await send(address)).status, 401);
});

rule('Authentication 6: responds with 401 to a token that it did not give', async ({ send }) => {
  const headers = { Authorization: 'Bearer not-a-token' };
  const inQuery = { limit: '1', access_token: 'not-a-token' };
  assert.equal((await send(addressOf('listEvents', { limit: '1' }), { headers })).status, 401);
  assert.equal((await send(addressOf('listEvents', inQuery))).status, 401);
});

rule('Errors: responds with 403 to reading orders without a scope for it', async (platform) => {
  const scopes = await platform.scopes();
  if (!scopes || scopes.some((scope) => scope.startsWith('orders_read_'))) {
    skip('the client may read orders');
  }
  assert.equal((await platform.call('listOrders', { limit: '1' })).status, 403);
});

rule('Errors: what an error says in the fields of the spec is of their type', async ({ call }) => {
  const response = await call('listEvents', { limit: 'ten' });
  const body = (await response.json().catch(() => ({}))) as Item;

  const isCode = (value: unknown) => isText(value) && /^\d+$/.test(String(value));
  const optional = { message: isText, code: isCode, user_message: isText };
  assertShape(body, { needed: {}, optional }, 'error');
});

const wrongTypes: [list: OperationName, name: string, value: string][] = [
  ['listEvents', 'limit', 'ten'],
  ['listEvents', 'limit', '1.5'],
  ['listEvents', 'offset', 'two'],
  ['listEvents', 'delta_since', 'yesterday'],
  ['listEvents', 'available_from', 'soon'],
  ['listEvents', 'category', 'water'],
  ['listEvents', 'type', 'NONE'],
  ['listEvents', 'only_root_events', 'perhaps'],
  ['listEvents', 'only_main_duration', 'perhaps'],
  ['listEvents', 'geolocation', '52,13,53'],
  ['listEvents', 'geolocation', 'north,13,53,14'],
  ['listProducts', 'limit', 'ten'],
  ['listProducts', 'available', 'perhaps'],
  ['listProducts', 'min_price', 'cheap'],
  ['listOrders', 'limit', 'ten'],
  ['listOrders', 'start_date', 'soon'],
  ['listOrders', 'status', 'NONE'],
];
for (const [list, name, value] of wrongTypes) {
  const { path } = operations[list];
  rule(`Errors: responds with 400 to ${name}=${value} of ${path}`, async ({ call }) => {
    const { status } = await call(list, { [name]: value });
    if (status === 403) skip(`the client may not read ${path}`);
    assert.equal(status, 400);
  });
}
