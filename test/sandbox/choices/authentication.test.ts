import assert from 'node:assert/strict';
import { sandboxClients } from '../../../demo/sandbox/clients.ts';
import { requestToken } from '../support.ts';
import type { WireProblem } from '../wire.ts';
import { rule, sandboxRule } from './platform.ts';

const { id: client_id, secret: client_secret } = sandboxClients.reseller;
const good = { grant_type: 'client_credentials', client_id, client_secret };

function formOf(fields: Record<string, string>): string {
  return new URLSearchParams(fields).toString();
}

function read(path: string, headers: Record<string, string> = {}): Request {
  return new Request(`http://sandbox${path}`, { headers });
}

interface TokenResponse {
  readonly access_token: string;
  readonly expires_in: number;
}

sandboxRule(
  'Obtain token: gives a client its token, its lifetime and its scopes',
  async (sandbox) => {
    const response = await requestToken(sandbox.fetch);
    const { access_token, ...rest } = (await response.json()) as Record<string, unknown>;

    assert.equal(response.status, 200);
    assert.match(String(access_token), /^\S{20,}$/);
    assert.deepEqual(rest, {
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'calendar_read orders_read_all orders_write_all',
    });
  },
);

sandboxRule(
  'Authentication 3: the scopes of a vendor are in its token response',
  async (sandbox) => {
    const response = await (await requestToken(sandbox.fetch, sandboxClients.vendor)).json();

    assert.equal((response as { scope: string }).scope, sandboxClients.vendor.scopes.join(' '));
  },
);

sandboxRule(
  'Authentication 4: by default gives the same token again while it is alive, with the seconds left',
  async ({ fetch, clock }) => {
    const ask = async () => (await (await requestToken(fetch)).json()) as TokenResponse;

    const first = await ask();
    clock.now += 600_000;
    const second = await ask();
    clock.now += 3_000_000;
    const third = await ask();

    assert.equal(second.access_token, first.access_token);
    assert.equal(second.expires_in, 3000);
    assert.notEqual(third.access_token, first.access_token);
    assert.equal(third.expires_in, 3600);
  },
);

sandboxRule(
  'Authentication 4: read as “replace”, a new token ends the old one',
  async ({ fetch, token, get }) => {
    const second = (await (await requestToken(fetch)).json()) as TokenResponse;
    const withToken = (value: string) =>
      fetch(read('/v3/vendors', { Authorization: `Bearer ${value}` }));

    assert.notEqual(second.access_token, token);
    assert.equal((await withToken(token)).status, 401);
    assert.equal((await withToken(second.access_token)).status, 200);
    assert.equal((await get('/v3/vendors')).status, 200, 'with a third token');
  },
  { tokenRule: 'replace' },
);

sandboxRule(
  'Authentication 4: read as “refuse”, a second request gets 429 until the token has expired',
  async ({ fetch, token, clock }) => {
    clock.now += 600_000;
    const refused = await requestToken(fetch);
    const problem = (await refused.json()) as WireProblem;

    assert.equal(refused.status, 429);
    assert.equal(problem.code, '42901');
    assert.equal(refused.headers.get('Retry-After'), '3000');
    const alive = await fetch(read('/v3/vendors', { Authorization: `Bearer ${token}` }));
    assert.equal(alive.status, 200, 'and the token lives on');

    clock.now += 3_000_000;
    assert.equal((await requestToken(fetch)).status, 200);
  },
  { tokenRule: 'refuse' },
);

sandboxRule(
  'Authentication 4: the token of one client is nothing to another',
  async ({ fetch }) => {
    assert.equal((await requestToken(fetch, sandboxClients.vendor)).status, 200);
    assert.equal((await requestToken(fetch, sandboxClients.vendor)).status, 429);
    assert.equal((await requestToken(fetch, sandboxClients.readOnly)).status, 200);
  },
  { tokenRule: 'refuse' },
);

sandboxRule(
  'Authentication 4: PATCH /sandbox/tokens changes the rule while the sandbox runs',
  async ({ fetch, patch }) => {
    const readings = [
      ['refuse', 429],
      ['replace', 200],
      ['same', 200],
    ] as const;
    for (const [rule, status] of readings) {
      const { body } = await patch('/sandbox/tokens', { rule });

      assert.deepEqual(body, { rule });
      assert.equal((await requestToken(fetch)).status, status);
    }
  },
);

const form = 'application/x-www-form-urlencoded';
const badTokenRequests: [title: string, type: string, body: string, query?: string][] = [
  ['a wrong secret', form, formOf({ ...good, client_secret: 'guess' })],
  ['an unknown client', form, formOf({ ...good, client_id: 'nobody' })],
  ['another grant', form, formOf({ ...good, grant_type: 'password' })],
  ['a missing secret', form, formOf({ grant_type: good.grant_type, client_id })],
  ['a missing grant', form, formOf({ client_id, client_secret })],
  ['credentials in JSON', 'application/json', JSON.stringify(good)],
  ['credentials in the query', form, '', `?${formOf(good)}`],
];

for (const [title, type, body, query = ''] of badTokenRequests) {
  rule(`Obtain token: responds with 400 to a request with ${title}`, async ({ sendBare }) => {
    const headers = { 'Content-Type': type };

    const response = await sendBare(`/oauth/token${query}`, { method: 'POST', headers, body });

    assert.equal(response.status, 400);
    assert.match(((await response.json()) as WireProblem).code, /^400/);
  });
}

rule('Authentication 5: accepts the token in the header or in the query', async (platform) => {
  const token = await platform.accessToken();
  const byHeader = await platform.send('/v3/vendors?limit=1');
  const byQuery = await platform.sendBare(`/v3/vendors?limit=1&access_token=${token}`);

  assert.deepEqual([byHeader.status, byQuery.status], [200, 200]);
});

rule(
  'Authentication 5: refuses a token that is in the header and in the query',
  async (platform) => {
    const token = await platform.accessToken();

    const response = await platform.send(`/v3/vendors?limit=1&access_token=${token}`);

    assert.equal(response.status, 400);
  },
);

sandboxRule(
  'Authentication 6: a token lives for 3600 seconds, and for no more',
  async ({ fetch, token, clock }) => {
    const request = () => fetch(read('/v3/vendors', { Authorization: `Bearer ${token}` }));

    clock.now += 3_599_999;
    const atTheEnd = await request();
    clock.now += 1;
    const afterwards = await request();

    assert.equal(atTheEnd.status, 200);
    assert.equal(afterwards.status, 401);
  },
);
