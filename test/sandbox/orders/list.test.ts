import assert from 'node:assert/strict';
import { test } from 'vitest';
import { openSandbox, orderFor } from '../support.ts';

/** An accepted order, a pending one of another vendor, and a reserved one of that vendor. */
async function placeThree() {
  const sandbox = await openSandbox();
  const place = async (title: string, changes: object = {}) =>
    (await sandbox.order(await orderFor(sandbox, title, { ...changes }))).body;
  const accepted = await place('Kayak on the Spree', { name: 'Zoe Adler' });
  const pending = await place('Your own sailing boat on the Tagus');
  const reserved = await place('Fado evening by candlelight', {
    name: 'Bo Lind',
    email: 'bo@lind.example',
    status: 'RESERVED',
  });
  return { sandbox, accepted, pending, reserved };
}

test('List orders of a vendor: lists those of the vendor that the path names', async () => {
  const { sandbox, accepted, pending, reserved } = await placeThree();
  const ofVendor = (id: string, parameters: Record<string, string> = {}) =>
    sandbox.list(`/v3/vendors/${id}/orders`, parameters);

  assert.deepEqual(await ofVendor(accepted.vendor_id), [accepted]);
  assert.deepEqual(await ofVendor(pending.vendor_id), [], 'accepted ones by default');
  assert.deepEqual(await ofVendor(pending.vendor_id, { status: 'ALL' }), [pending, reserved]);
});

test('Order list: match searches name and e-mail', async () => {
  const { sandbox, accepted, reserved } = await placeThree();

  assert.deepEqual(await sandbox.orders({ match: 'LIND.example', status: 'ALL' }), [reserved]);
  assert.deepEqual(await sandbox.orders({ match: 'zoe', status: 'ALL' }), [accepted]);
});
