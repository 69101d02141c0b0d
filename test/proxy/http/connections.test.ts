import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'vitest';
import { freePorts } from '../../support/free-port.ts';
import { openListeningProxy } from './listening-proxy.ts';
import { keptAlive, type ManySockets, openSockets, statusFrom } from './many-sockets.ts';

// Real sockets; each address of the loopback interface is another visitor.

/** 48 connections in all, 6 of an address. */
const descriptors = 64;
const PER_ADDRESS = 6;
const TOTAL = 48;
const ATTACKER = '127.0.0.2';
const VISITOR = '127.0.0.3';
const HEALTH_CHECK = '127.0.0.1';

/** A request whose body never comes; `100 Continue` tells that it is being handled. */
const endless =
  'POST /checkout/quotes HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n' +
  'Content-Length: 9\r\nExpect: 100-continue\r\n\r\n';

const paths = ['/livez', '/readyz', '/booking-widget.js', '/v3/events'];
const statusesFrom = (address: string, url: string) =>
  Promise.all(paths.map((path) => statusFrom(address, url + path)));

/** Opens connections whose requests are being handled. */
async function occupy(port: number, address: string, count: number): Promise<ManySockets> {
  const busy = await openSockets(port, address, count, endless);
  await Promise.all(busy.sockets.map((socket) => once(socket, 'data')));
  return busy;
}

for (const [what, bytes] of [
  ['send nothing', ''],
  ['send half of their headers', 'GET /livez HTTP/1.1\r\nHost'],
  ['are kept alive', keptAlive],
  ['never send their body', endless],
] as const) {
  test(`1,000 sockets of an address that ${what} keep six, and other visitors are served`, async ({
    onTestFinished,
  }) => {
    const { url, port } = await openListeningProxy({ descriptors }, onTestFinished);
    const attacking = await openSockets(port, ATTACKER, 1_000, bytes);
    await attacking.closed(1_000 - PER_ADDRESS);

    const isOpen = attacking.sockets.filter((socket) => !socket.destroyed);
    assert.ok(isOpen.length <= PER_ADDRESS);
    for (const address of [VISITOR, HEALTH_CHECK]) {
      assert.deepEqual(await statusesFrom(address, url), [200, 200, 200, 200]);
    }
    attacking.destroy();
  });
}

test('customers behind the address of idle sockets are served too', async ({ onTestFinished }) => {
  const { url, port } = await openListeningProxy({ descriptors }, onTestFinished);
  const attacking = await openSockets(port, ATTACKER, 1_000);
  await attacking.closed(1_000 - PER_ADDRESS);

  assert.deepEqual(await statusesFrom(ATTACKER, url), [200, 200, 200, 200]);
  attacking.destroy();
});

test('while visitors have all connections, a health check and the admin listener respond', async ({
  onTestFinished,
}) => {
  const [adminPort = 0] = await freePorts(1);
  const env = { ADMIN_PORT: String(adminPort) };
  const { url, port } = await openListeningProxy({ descriptors, env }, onTestFinished);
  const addresses = Array.from({ length: TOTAL / PER_ADDRESS }, (_, host) => `127.0.0.${host + 2}`);
  const visitors = await Promise.all(
    addresses.map((address) => occupy(port, address, PER_ADDRESS)),
  );

  assert.equal(await statusFrom('127.0.0.99', `${url}/livez`), 'ECONNRESET');
  assert.equal(await statusFrom(HEALTH_CHECK, `${url}/livez`), 200);
  assert.equal(await statusFrom(HEALTH_CHECK, `${url}/readyz`), 200);
  assert.equal(await statusFrom(HEALTH_CHECK, `http://127.0.0.1:${adminPort}/details`), 200);
  visitors.forEach(({ destroy }) => destroy());
});

test('a proxy of your own may use all connections, as visitors are told apart there', async ({
  onTestFinished,
}) => {
  const { url, port } = await openListeningProxy(
    { descriptors, env: { TRUSTED_HOPS: '1' } },
    onTestFinished,
  );
  const balancer = await occupy(port, ATTACKER, TOTAL);

  assert.equal(await statusFrom(VISITOR, `${url}/livez`), 'ECONNRESET');
  assert.equal(await statusFrom(HEALTH_CHECK, `${url}/livez`), 200);
  balancer.destroy();
});

test('control: with descriptors for more, all of these sockets are kept', async ({
  onTestFinished,
}) => {
  const { url, port } = await openListeningProxy({ descriptors: 100_000 }, onTestFinished);
  const attacking = await openSockets(port, ATTACKER, 1_000, keptAlive);

  assert.equal(await statusFrom(VISITOR, `${url}/livez`), 200);
  assert.ok(attacking.sockets.every((socket) => !socket.destroyed));
  attacking.destroy();
});
