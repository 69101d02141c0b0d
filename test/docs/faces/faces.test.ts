import assert from 'node:assert/strict';
import { beforeAll, test } from 'vitest';
import { allRows, findPlaces } from './find.ts';
import { faultsOf, type Found, type Reason } from './places.ts';
import { reasons } from './reasons.ts';
import { traceRows, translations } from './trace.ts';

let found: Found;
beforeAll(async () => {
  found = await findPlaces();
});

test('whatever the specification names has a place or a reason, and never both', () => {
  assert.deepEqual(faultsOf(allRows, found, reasons), []);
});

/** The faults once the proxy loses a field of what it makes of an item. */
function faultsWithout(of: string, lost: string): string[] {
  const translation = translations[of];
  assert.ok(translation);
  const { item, run } = translation;
  const losing = (given: never) => ({ ...(run(given) as object), [lost]: undefined });
  return faultsThrough({ ...translations, [of]: { item, run: losing } });
}

function faultsThrough(changed: typeof translations): string[] {
  return faultsOf(allRows, { ...found, traces: traceRows(allRows, changed) }, reasons);
}

for (const [of, field, lost = field] of [
  ['vendors', 'service_phone'],
  ['vendors', 'bill_country', 'country'],
  ['events', 'bring'],
  ['products', 'description'],
  ['orders', 'expire_date'],
] as const) {
  test(`${field} of ${of} has no place once the proxy drops it`, () => {
    assert.deepEqual(faultsWithout(of, lost), [`${of}.${field} has neither a place nor a reason`]);
  });
}

test('a state that the proxy does not tell apart has no place', () => {
  const { item, run } = translations['orders'] ?? assert.fail();
  const forgetting = (order: { readonly status: string }) =>
    run({ ...order, status: order.status === 'DECLINED' ? 'NONE' : order.status } as never);
  assert.deepEqual(faultsThrough({ ...translations, orders: { item, run: forgetting } }), [
    'orders.status=DECLINED has neither a place nor a reason',
  ]);
});

test('a reason for what has a place, for nothing, or beside another one is a fault', () => {
  const [first, ...others] = reasons;
  assert.ok(first);
  const faults = (changed: readonly Reason[]) => faultsOf(allRows, found, changed);

  assert.deepEqual(faults([...reasons, { why: '', keys: ['vendors.name'] }]), [
    'vendors.name has a place, and a reason',
  ]);
  assert.deepEqual(faults([...reasons, { why: '', keys: ['vendors.shoe_size'] }]), [
    'vendors.shoe_size has a reason, and is no row',
  ]);
  assert.deepEqual(faults([...reasons, { why: '', keys: ['retrieveDate'] }]), [
    'retrieveDate has several reasons',
  ]);
  assert.equal(faults(others).length, first.keys.length);
});
