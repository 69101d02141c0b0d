import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { ReceiverInput } from '../../../demo/sandbox/notifications/delivery.ts';
import type { OpenOptions } from '../support.ts';
import { openSandbox, orderFor } from '../support.ts';

const KAYAK = 'Kayak on the Spree';
const SAIL = 'Your own sailing boat on the Tagus';

interface Notification {
  readonly id: string;
  readonly status: string;
  readonly payments: readonly { readonly type: string; readonly value: number }[];
  readonly tickets: readonly { readonly title: string; readonly date: string }[];
}

interface Received {
  readonly method: string;
  readonly url: string;
  readonly authorization: string | null;
  readonly type: string | null;
  readonly body: Notification;
}

const plain: ReceiverInput = { oauth_endpoint_url: 'https://shop.example/orders' };

const withOAuth: ReceiverInput = {
  ...plain,
  oauth_endpoint_token_url: 'https://shop.example/token',
  oauth_endpoint_client_id: 'platform',
  oauth_endpoint_client_secret: 'a secret',
};

/** A sandbox whose notifications are recorded, and responded to with 204 or as `respond` says. */
async function openReceived(
  receiver: ReceiverInput = plain,
  options: OpenOptions = {},
  respond: (request: Request) => Promise<Response> | Response = () =>
    new Response(null, { status: 204 }),
) {
  const received: Received[] = [];
  const tokenRequests: Record<string, string>[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    if (request.url.endsWith('/token')) {
      tokenRequests.push(Object.fromEntries(new URLSearchParams(await request.text())));
      const access_token = `token-${tokenRequests.length}`;
      return Response.json({ access_token, expires_in: 600, token_type: 'Bearer' });
    }
    received.push({
      method: request.method,
      url: request.url,
      authorization: request.headers.get('Authorization'),
      type: request.headers.get('Content-Type'),
      body: (await request.clone().json()) as Notification,
    });
    return respond(request);
  };
  const sandbox = await openSandbox({ ...options, receiver, fetch });
  const place = async (title = KAYAK, changes = {}) => {
    const { body } = await sandbox.order(await orderFor(sandbox, title, changes));
    return body;
  };
  const move = (id: string, name: string) =>
    sandbox.send(`/sandbox/orders/${id}/${name}`, { method: 'POST' });
  return { ...sandbox, delivered: sandbox.fetch.delivered, received, tokenRequests, place, move };
}

test('Events: an order is sent when it is created and each time it is updated', async () => {
  const { place, move, received, delivered } = await openReceived();

  const order = await place(SAIL);
  await move(order.id, 'accept');
  await move(order.id, 'cancel');
  await delivered();

  assert.deepEqual(
    received.map(({ method, url, type, body }) => [method, url, type, body.id, body.status]),
    ['PENDING', 'ACCEPTED', 'CANCELLED'].map((status) => [
      ...['PATCH', plain.oauth_endpoint_url, 'application/json', order.id, status],
    ]),
  );
});

test('Events: nothing is sent for a refused order, or without a receiver', async () => {
  const sandbox = await openReceived();
  await sandbox.order({});
  await sandbox.send('/sandbox/receiver', { method: 'DELETE' });
  await sandbox.place();
  await sandbox.delivered();

  assert.deepEqual(sandbox.received, []);
});

test('Events: a receiver can be registered while the sandbox runs, and be sent POST', async () => {
  const { post, place, received, delivered } = await openReceived();
  const url = 'https://other.example/hook';

  await post('/sandbox/receiver', { oauth_endpoint_url: url, method: 'POST' });
  await place();
  await delivered();

  assert.deepEqual(
    received.map(({ method, url: to }) => [method, to]),
    [['POST', url]],
  );
});

test('POST /sandbox/receiver refuses incomplete OAuth settings and invalid URLs', async () => {
  const { post } = await openReceived();
  const { oauth_endpoint_client_secret: _secret, ...half } = withOAuth;

  for (const body of [{}, half, { oauth_endpoint_url: 'ftp://shop.example' }]) {
    assert.equal((await post('/sandbox/receiver', body)).status, 400, JSON.stringify(body));
  }
});

test('Events: with OAuth, a token is requested first, and reused until it expires', async () => {
  const { place, clock, received, tokenRequests, delivered } = await openReceived(withOAuth);

  await place();
  await place();
  await delivered();
  clock.now += 600_000;
  await place();
  await delivered();

  assert.deepEqual(
    received.map(({ authorization }) => authorization),
    ['Bearer token-1', 'Bearer token-1', 'Bearer token-2'],
  );
  assert.deepEqual(tokenRequests[0], {
    grant_type: 'client_credentials',
    client_id: 'platform',
    client_secret: 'a secret',
  });
});

test('Events: the body is the order of the API, with payments, and title and date of each ticket', async () => {
  const { place, received, delivered, get } = await openReceived();
  const order = await place(KAYAK, { payment_date: '2026-11-20T10:00:00Z' });
  await delivered();
  const { body } = received[0] ?? assert.fail();
  const date = await get<{ date: string }>(`/sandbox/dates/${order.tickets[0]?.date_id ?? ''}`);

  for (const [name, value] of Object.entries(body)) {
    if (name === 'payments' || name === 'tickets') continue;
    assert.deepEqual(value, (order as unknown as Record<string, unknown>)[name], name);
  }
  assert.deepEqual(body.tickets, [{ ...order.tickets[0], title: KAYAK, date: date.body.date }]);
  assert.deepEqual(
    body.payments.map(({ type, value }) => [type, value]),
    [['payment', 39]],
  );
  assert.ok(!('phone' in body) && !('flexTickets' in body), 'what has nothing in it is omitted');
});

test('Events: a refund is a payment with a negative value', async () => {
  const { place, move, received, delivered } = await openReceived();
  const order = await place();
  await move(order.id, 'pay');
  await move(order.id, 'refund');
  await delivered();

  assert.deepEqual(
    received.at(-1)?.body.payments.map(({ type, value }) => [type, value]),
    [
      ['payment', 39],
      ['refund', -39],
    ],
  );
});

test('Events: an order that expires, and one whose date is moved, are sent too', async () => {
  const { place, post, received, delivered } = await openReceived();
  const order = await place(KAYAK, { status: 'RESERVED', expire_date: '2026-11-21T09:20:00Z' });
  const moved = '2027-01-04T07:00:00Z';
  await post(`/sandbox/dates/${order.tickets[0]?.date_id ?? ''}/move`, { date: moved });
  await post('/sandbox/clock', { advance: 1200 });
  await delivered();

  assert.deepEqual(
    received.map(({ body }) => body.status),
    ['OPEN', 'OPEN', 'CANCELLED'],
  );
  assert.equal(received[1]?.body.tickets[0]?.date, moved);
});

test('Events: a receiver that is slow, fails or is not there changes nothing for the order', async () => {
  let respond: (response: Response) => void = () => assert.fail('was not asked');
  const slow = await openReceived(plain, {}, () => new Promise((resolve) => (respond = resolve)));
  assert.equal((await slow.place()).status, 'ACCEPTED');
  assert.equal((await slow.place()).status, 'ACCEPTED');
  assert.equal(slow.received.length, 1, 'the second waits for the first');
  respond(new Response('', { status: 500 }));

  const gone = await openReceived(plain, {}, () => Promise.reject(new TypeError('not there')));
  const order = await gone.place();
  const { body } =
    await gone.get<{ order_id: string; response: string }[]>('/sandbox/notifications');
  assert.deepEqual(
    body.map((item) => [item.order_id, item.response]),
    [[order.id, 'not there']],
  );
});

/** The statuses that arrive for ten accepted orders under these faults. */
async function receivedUnder(faults: object[], seed = 'seed') {
  const { place, move, post, received, delivered } = await openReceived();
  await post('/sandbox/faults', { seed, faults });
  const ids: string[] = [];
  for (let count = 0; count < 4; count += 1) {
    const { id } = await place(SAIL);
    ids.push(id);
    await move(id, 'accept');
  }
  const read = () => received.map(({ body }) => `${ids.indexOf(body.id)}${body.status[0] ?? ''}`);
  await delivered();
  const atOnce = read();
  await post('/sandbox/clock', { advance: 60 });
  await delivered();
  return { atOnce, inTheEnd: read() };
}

const withoutFaults = ['0P', '0A', '1P', '1A', '2P', '2A', '3P', '3A'];

test('faults: a notification can be lost or doubled', async () => {
  const lost = await receivedUnder([{ kind: 'notification-lost', count: 3 }]);
  const doubled = await receivedUnder([{ kind: 'notification-doubled', count: 1 }]);

  assert.deepEqual(lost.inTheEnd, withoutFaults.slice(3));
  assert.deepEqual(doubled.atOnce, ['0P', ...withoutFaults]);
});

test('faults: late notifications come at their time, with the order as it was', async () => {
  const { atOnce, inTheEnd } = await receivedUnder([{ kind: 'notification-late', seconds: 60 }]);

  assert.deepEqual([atOnce, inTheEnd], [[], withoutFaults]);
});

test('faults: shuffled notifications all come, in the sequence that the seed draws', async () => {
  const faults = [{ kind: 'notification-shuffled' }];
  const [first, second, otherSeed] = [
    await receivedUnder(faults),
    await receivedUnder(faults),
    await receivedUnder(faults, 'other'),
  ];

  assert.deepEqual(first.inTheEnd.toSorted(), withoutFaults.toSorted());
  assert.notDeepEqual(first.inTheEnd, withoutFaults);
  assert.deepEqual(first, second);
  assert.notDeepEqual(first.inTheEnd, otherSeed.inTheEnd);
});
