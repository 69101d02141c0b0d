import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { IntentResponse } from '#contract/order.schema';
import { VIEW_KEY } from '#contract/paths';
import { createTokens } from '../../proxy/platform/tokens.ts';
import type { Fetch } from '../../proxy/ports.ts';
import type { World } from '../support/world.ts';
import {
  cartOf,
  createWorld,
  newKey,
  notificationVariables,
  PROXY,
  requestFor,
} from '../support/world.ts';

const BEFORE = 'the secret of thirty-two characters before';
const NOW = 'the secret of thirty-two characters from now on';

/** A proxy, and others with other secrets on the same store and platform. */
function createChange() {
  const before = createWorld({ env: { PROXY_SECRET: BEFORE, ...notificationVariables } });
  const { store, sandbox } = before;
  const tokenRequests = { count: 0 };
  const platform: Fetch = (request) => {
    if (request.url.endsWith('/oauth/token')) tokenRequests.count += 1;
    return sandbox(request);
  };
  const restartWith = (env: Record<string, string>) =>
    createWorld({ store, between: () => platform, env: { ...notificationVariables, ...env } });
  return {
    before,
    tokenRequests,
    tokenOf: ({ context }: World) => createTokens(context(platform)).current(),
    withBoth: () => restartWith({ PROXY_SECRET: NOW, PROXY_SECRET_BEFORE: BEFORE }),
    withNewAlone: () => restartWith({ PROXY_SECRET: NOW }),
    withOldAlone: () => restartWith({ PROXY_SECRET: BEFORE }),
  };
}

test('the token in the store stays in use while the previous secret is set, and no other is requested', async () => {
  const { before, tokenRequests, tokenOf, withBoth, withNewAlone } = createChange();
  const token = await tokenOf(before);

  assert.equal(await tokenOf(withBoth()), token);
  assert.equal(tokenRequests.count, 1);
  await tokenOf(withNewAlone());
  assert.equal(tokenRequests.count, 2);
});

test('the next token is sealed with the new secret, so that the previous one can be removed', async () => {
  const { before, tokenRequests, tokenOf, withBoth, withNewAlone } = createChange();
  await tokenOf(before);
  const [changed, later] = [withBoth(), withNewAlone()];
  for (const world of [before, changed, later]) world.advance(3_600_000);

  const token = await tokenOf(changed);
  assert.equal(await tokenOf(later), token);
  assert.equal(tokenRequests.count, 2);
});

test('a quote of the previous secret is ordered once, under its reference', async () => {
  const { before, withBoth, withNewAlone } = createChange();
  const quoted = await before.quoteOne(cartOf(await before.choose(), [2]));
  const [request, key] = [requestFor(quoted), newKey()];
  const placedBefore = await before.place(request, key);
  assert.equal(placedBefore.status, 201);
  const [booked] = await before.books();

  // After the journal alone was lost, the order is found by its reference and not sent again.
  for (const { key: row, version } of await before.store.list('')) {
    if (!/^(token\/|history$)/.test(row)) await before.store.delete(row, version);
  }
  const changed = withBoth();
  const { status, body } = await changed.place<IntentResponse>(request, key);

  assert.ok([200, 201].includes(status), JSON.stringify(body));
  assert.equal(body.order?.code, booked?.code);
  assert.equal((await before.books()).length, 1);
  const control = await withNewAlone().place<{ code: string }>(requestFor(quoted), newKey());
  assert.equal(control.body.code, 'quote-invalid');
});

test('new quotes are signed with the new secret, and the previous one does not verify them', async () => {
  const { before, withBoth, withOldAlone } = createChange();
  const quoted = await withBoth().quoteOne(cartOf(await before.choose(), [2]));

  const refused = await withOldAlone().place<{ code: string }>(requestFor(quoted), newKey());
  assert.equal(refused.body.code, 'quote-invalid');
  assert.equal((await withBoth().place(requestFor(quoted), newKey())).status, 201);
});

test('a link to an order works after any change of the secret', async () => {
  const { before, withBoth } = createChange();
  const request = requestFor(await before.quoteOne(cartOf(await before.choose(), [2])));
  const { body } = await before.place(request, newKey());

  const seen = await withBoth().get<IntentResponse>('/checkout/intent', {
    [VIEW_KEY]: body.view_key ?? '',
  });
  assert.equal(seen.body.order?.code, body.order?.code);
});

test('a token for notifications stays valid while the previous secret is set', async () => {
  const { before, withBoth, withNewAlone } = createChange();
  const { NOTIFICATION_CLIENT_ID, NOTIFICATION_CLIENT_SECRET } = notificationVariables;
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: NOTIFICATION_CLIENT_ID,
    client_secret: NOTIFICATION_CLIENT_SECRET,
  });
  const issued = await before.read(
    new Request(`${PROXY}/notifications/token`, { method: 'POST', body: form }),
  );
  const { access_token } = JSON.parse(issued.text) as { access_token: string };
  const deliver = async (world: ReturnType<typeof createWorld>) => {
    const headers = {
      Authorization: `Bearer ${access_token}`,
      'Content-Type': 'application/json',
    };
    const body = JSON.stringify({ id: 'nobody' });
    const url = `${PROXY}/notifications/orders`;
    return (await world.read(new Request(url, { method: 'POST', headers, body }))).status;
  };

  assert.deepEqual([await deliver(withBoth()), await deliver(withNewAlone())], [200, 401]);
});
