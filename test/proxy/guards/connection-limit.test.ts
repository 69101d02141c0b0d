import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import {
  adminConnections,
  type ConnectionLimits,
  createConnectionLimit,
  visitorConnections,
} from '../../../proxy/guards/connection-limit.ts';
import type { Connection } from '../../../proxy/http/listener.ts';
import type { LogEntry } from '../../../proxy/log.ts';

const small: ConnectionLimits = {
  name: 'all',
  total: 10,
  loopbackReserve: 2,
  ofNetwork: { address: 3, '/64': 3, '/48': 6 },
};

function open(limits: ConnectionLimits = small) {
  const entries: LogEntry[] = [];
  const limit = createConnectionLimit(limits, (entry) => entries.push(entry));

  /** A connection that is told whether it may be open, as a socket would be. */
  function connect(remoteAddress: string) {
    const connection = { remoteAddress, isOpen: false, destroy };
    function destroy(): never {
      connection.isOpen = false;
      return undefined as never;
    }
    connection.isOpen = limit.admit(connection);
    return connection;
  }
  /** The same, with a request that is being handled. */
  function request(remoteAddress: string) {
    const connection = connect(remoteAddress);
    limit.requestBegins(connection);
    return connection;
  }
  return { limit, entries, connect, request };
}

const openOf = (connections: readonly { isOpen: boolean }[]) =>
  connections.map(({ isOpen }) => isOpen);
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

test('an address with all its connections busy gets no further one, and others do', () => {
  const { request, limit } = open();
  const busy = times(4, () => request('192.0.2.1'));
  assert.deepEqual(openOf(busy), [true, true, true, false]);
  assert.ok(request('192.0.2.2').isOpen);

  limit.remove(busy[0]!);
  assert.ok(request('192.0.2.1').isOpen);
});

test('a new connection takes the place of the one of its address that has waited longest', () => {
  const { connect, request, limit } = open();
  const busy = request('192.0.2.1');
  const [first, second] = [connect('192.0.2.1'), connect('192.0.2.1')];
  const other = connect('192.0.2.2');
  // Used again, and then the other one has waited longer.
  limit.requestBegins(first);
  limit.requestEnds(first);

  const third = connect('192.0.2.1');

  assert.deepEqual(openOf([busy, first, second, third, other]), [true, true, false, true, true]);
});

test('a connection with several requests waits when all of them are handled', () => {
  const { connect, request, limit } = open();
  const pipelined = request('192.0.2.1');
  limit.requestBegins(pipelined);
  limit.requestEnds(pipelined);
  times(3, () => connect('192.0.2.1'));
  assert.ok(pipelined.isOpen);

  limit.requestEnds(pipelined);
  times(3, () => connect('192.0.2.1'));
  assert.ok(!pipelined.isOpen);
});

test('customers of a /64 share a limit, and those of a /48 a larger one', () => {
  const { request } = open();
  const in64 = times(4, (index) => request(`2001:db8:1:1::${index}`));
  assert.deepEqual(openOf(in64), [true, true, true, false]);
  const in48 = times(4, (index) => request(`2001:db8:1:${index + 2}::1`));
  assert.deepEqual(openOf(in48), [true, true, true, false]);
  assert.ok(request('2001:db8:2::1').isOpen);
});

test('an IPv4 address in IPv6 notation is the same one', () => {
  const { request } = open();
  const connections = ['192.0.2.1', '::ffff:192.0.2.1', '192.0.2.1', '::ffff:192.0.2.1'].map(
    request,
  );
  assert.deepEqual(openOf(connections), [true, true, true, false]);
});

test('beyond the total nobody gets a connection, but a health check on this machine', () => {
  const { request } = open();
  const visitors = times(11, (index) => request(`192.0.2.${index}`));
  assert.deepEqual(openOf(visitors), [...times(10, () => true), false]);

  const checks = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].map(request);
  assert.deepEqual(openOf(checks), [true, true, false]);
  assert.ok(!request('127.0.0.2').isOpen);
});

test('behind a proxy of your own its address may have all connections, and no more', () => {
  const { ofNetwork: _, ...limits } = small;
  const { request } = open(limits);
  const connections = times(11, () => request('192.0.2.1'));
  assert.deepEqual(openOf(connections), [...times(10, () => true), false]);
});

test('what was closed is reported by kind of network, once', async () => {
  const { limit, entries, connect, request } = open();
  times(1_000, () => connect('192.0.2.1'));
  times(10, (index) => request(`192.0.2.${index + 10}`));
  assert.deepEqual(entries, []);

  await limit.report();
  await limit.report();
  assert.deepEqual(entries, [
    { event: 'connection-limit', kind: 'address', count: 997 },
    { event: 'connection-limit', kind: 'all', count: 3 },
  ]);
});

for (const [descriptors, hops, expected] of [
  [1_024, 0, { total: 768, address: 96, '/48': 384 }],
  [64, 0, { total: 48, address: 6, '/48': 24 }],
  [1_048_576, 0, { total: 10_000, address: 1_250, '/48': 5_000 }],
  [1_024, 1, { total: 768 }],
] as const) {
  test(`of ${descriptors} descriptors, with ${hops} hops, a quarter is kept free`, () => {
    const { total, ofNetwork, loopbackReserve } = visitorConnections(descriptors, hops);
    const { '/64': in64, ...others } = ofNetwork ?? { '/64': undefined };
    assert.deepEqual({ total, ...others }, expected);
    assert.equal(in64, ofNetwork?.address);
    assert.ok(loopbackReserve > 0 && adminConnections.total > 0);
    const kept = descriptors - total;
    assert.ok(kept >= descriptors / 4 || total === 10_000);
  });
}

test('law: no network and not the whole ever has more than its limit, and nothing stays counted', () => {
  const addresses = ['192.0.2.1', '192.0.2.2', '127.0.0.1', '2001:db8::1', '2001:db8:0:1::1'];
  const step = fc.record({
    address: fc.constantFrom(...addresses),
    what: fc.constantFrom('connect', 'connect', 'begin', 'end', 'leave'),
    which: fc.nat(50),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const { limit, connect } = open();
      let connections: ReturnType<typeof connect>[] = [];
      const requests = new Map<Connection, number>();
      for (const { address, what, which } of steps) {
        if (what === 'connect') {
          const wereBusy = connections.filter((one) => one.isOpen && (requests.get(one) ?? 0) > 0);
          connections.push(connect(address));
          assert.ok(wereBusy.every(({ isOpen }) => isOpen));
        }
        connections = connections.filter(({ isOpen }) => isOpen);
        const chosen = connections[which % connections.length];
        if (!chosen) continue;
        const count = requests.get(chosen) ?? 0;
        if (what === 'begin') {
          limit.requestBegins(chosen);
          requests.set(chosen, count + 1);
        } else if (what === 'end' && count > 0) {
          limit.requestEnds(chosen);
          requests.set(chosen, count - 1);
        } else if (what === 'leave') {
          limit.remove(chosen);
          chosen.isOpen = false;
        }
        const openFrom = (...of: string[]) =>
          connections.filter((one) => one.isOpen && of.includes(one.remoteAddress)).length;
        for (const one of addresses) assert.ok(openFrom(one) <= 3);
        assert.ok(openFrom('2001:db8::1', '2001:db8:0:1::1') <= 6);
        assert.ok(openFrom(...addresses) <= 12);
      }
      for (const one of connections) limit.remove(one);
      // As many again as if there had been none.
      const after = times(11, (index) => connect(`198.51.100.${index}`));
      assert.equal(after.filter(({ isOpen }) => isOpen).length, 10);
    }),
  );
});
