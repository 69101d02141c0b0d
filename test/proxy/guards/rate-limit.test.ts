import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { clientAddress, createRateLimit, networkOf } from '../../../proxy/guards/rate-limit.ts';

test('so many a minute go through at once, the next one is told when it may', () => {
  const time = { now: 0 };
  const limit = createRateLimit(60, () => time.now);

  const waits = Array.from({ length: 61 }, () => limit('a'));
  assert.ok(waits.slice(0, 60).every((wait) => wait === 0));
  assert.equal(waits[60], 1);

  time.now += 999;
  assert.equal(limit('a'), 1);
  time.now += 1;
  assert.equal(limit('a'), 0);
  assert.equal(limit('a'), 1);
});

test('one address’s share is not another’s', () => {
  const limit = createRateLimit(1, () => 0);
  assert.deepEqual([limit('a'), limit('b'), limit('a')], [0, 0, 60]);
});

test('remembers ten thousand addresses, and of a flood of more the latest', () => {
  const after = (others: number) => {
    const limit = createRateLimit(1, () => 0);
    limit('a');
    for (let other = 0; other < others; other += 1) limit(`flood ${other}`);
    return limit('a');
  };

  assert.equal(after(9_999), 60);
  assert.equal(after(10_000), 0);
});

test('whoever waits as long as was said gets through; in any minute no more than twice the share does', () => {
  const steps = fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), steps, (share, gaps) => {
      const time = { now: 0 };
      const limit = createRateLimit(share, () => time.now);
      const let_through: number[] = [];
      for (const gap of gaps) {
        time.now += gap;
        const wait = limit('a');
        if (wait === 0) let_through.push(time.now);
        else {
          time.now += wait * 1000;
          assert.equal(limit('a'), 0);
          let_through.push(time.now);
        }
      }
      for (const start of let_through) {
        const within = let_through.filter((at) => at >= start && at < start + 60_000);
        assert.ok(within.length <= 2 * share);
      }
    }),
  );
});

test('a clock that goes back gives nobody more and locks nobody out', () => {
  const time = { now: 1_000_000 };
  const limit = createRateLimit(1, () => time.now);
  assert.equal(limit('a'), 0);
  time.now = 0;
  assert.equal(limit('a'), 60);
  time.now = 60_000;
  assert.equal(limit('a'), 0);
});

const PEER = '10.0.0.9';
const addresses: [forwarded: string | undefined, hops: number, address: string, why: string][] = [
  [undefined, 0, PEER, 'nobody stands before the proxy'],
  ['1.2.3.4', 0, PEER, 'no hop is trusted, so anybody can have written it'],
  ['1.2.3.4', 1, '1.2.3.4', 'one trusted hop says who asked'],
  ['6.6.6.6, 1.2.3.4', 1, '1.2.3.4', 'what the client itself wrote stands further left'],
  ['6.6.6.6, 1.2.3.4, 10.0.0.8', 2, '1.2.3.4', 'two trusted hops'],
  ['1.2.3.4', 2, PEER, 'a request that came past a hop'],
  [undefined, 1, PEER, 'a request that came past the only hop'],
  ['not-an-address', 1, PEER, 'a hop that says nothing of use'],
  ['', 1, PEER, 'a hop that says nothing'],
  ['::ffff:1.2.3.4', 1, '1.2.3.4', 'IPv4 in the clothes of IPv6'],
  ['2001:db8:1:2:3:4:5:6', 1, '32.1.13.184.0.1.0.2', 'a whole /64 network is one customer'],
  ['2001:db8:1:2:ffff::1', 1, '32.1.13.184.0.1.0.2', 'and so is its other end'],
];
for (const [forwarded, hops, address, why] of addresses) {
  test(`with ${hops} trusted hops and ${forwarded ?? 'no header'} it is ${address}: ${why}`, () => {
    assert.equal(networkOf(clientAddress(PEER, forwarded, hops)), address);
  });
}
