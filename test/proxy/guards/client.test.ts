import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createClientOf } from '../../../proxy/guards/client.ts';

const PEER = '10.0.0.9';
const addresses: [forwarded: string | undefined, hops: number, address: string, why: string][] = [
  [undefined, 0, PEER, 'there is no hop'],
  ['1.2.3.4', 0, PEER, 'no hop is trusted, so the client can have written it'],
  ['1.2.3.4', 1, '1.2.3.4', 'one trusted hop names the client'],
  ['6.6.6.6, 1.2.3.4', 1, '1.2.3.4', 'what the client itself wrote stands further left'],
  ['6.6.6.6, 1.2.3.4, 10.0.0.8', 2, '1.2.3.4', 'two trusted hops'],
  ['1.2.3.4', 2, PEER, 'the request bypassed a hop'],
  [undefined, 1, PEER, 'the request bypassed the only hop'],
  ['6.6.6.6:1, 1.2.3.4:56789', 1, '1.2.3.4', 'the hop appends the port too'],
  ['[2001:db8:1:2::5]:56789', 1, '32.1.13.184.0.1.0.2', 'so it does to an IPv6 address'],
  ['[2001:db8:1:2::5]', 1, '32.1.13.184.0.1.0.2', 'brackets without a port'],
  ['1.2.3.4:http', 1, PEER, 'the hop appended something else'],
  ['not-an-address', 1, PEER, 'the hop named no address'],
  ['', 1, PEER, 'the hop named nothing'],
  ['::ffff:1.2.3.4', 1, '1.2.3.4', 'an IPv4 address mapped to IPv6'],
  ['2001:db8:1:2:3:4:5:6', 1, '32.1.13.184.0.1.0.2', 'a /64 network is one client'],
  ['2001:db8:1:2:ffff::1', 1, '32.1.13.184.0.1.0.2', 'another address of that network'],
];
for (const [forwarded, hops, address, why] of addresses) {
  test(`with ${hops} trusted hops and ${forwarded ?? 'no header'} the client is ${address}: ${why}`, () => {
    const clientOf = createClientOf(hops);
    assert.equal(clientOf({ address: PEER }, forwarded), address);
  });
}

test('a client’s key is short, whatever it writes into the header', () => {
  const clientOf = createClientOf(1);
  const long = 'f'.repeat(10_000);
  for (const forwarded of [long, `fe80::1%${long}`, `::ffff:1.2.3.4%${long}`, `1.2.3.4, ${long}`]) {
    const client = clientOf({ address: PEER }, forwarded);
    assert.ok(client !== undefined && client.length <= 31, client?.slice(0, 50));
  }
});

test('a caller in the same process has no client key', () => {
  assert.equal(createClientOf(1)(undefined, '1.2.3.4'), undefined);
});
