import assert from 'node:assert/strict';
import { test } from 'vitest';
import { MINUTE } from '#contract/milliseconds';
import { refuses } from '../refuses.ts';
import { ownVendor, productFor } from '../request-bodies.ts';
import { find, openSandbox, orderFor } from '../support.ts';
import type { WireProduct } from '../wire.ts';

const asVendor = { client: 'vendor' } as const;

test('Create product: responds with 201 and the product, and the list shows it', async () => {
  const sandbox = await openSandbox(asVendor);
  const body = productFor(await ownVendor(sandbox));

  const { status, body: product } = await sandbox.post<WireProduct>('/v3/products', body);

  const { id, ...fields } = product;
  assert.equal(status, 201);
  assert.deepEqual(fields, body);
  assert.deepEqual(await sandbox.products({ accept: id }), [product]);
});

for (const name of Object.keys(productFor({ id: '', currency: '' }))) {
  test(`Create product: ${name} is required`, async () => {
    const sandbox = await openSandbox(asVendor);
    const body = productFor(await ownVendor(sandbox), { [name]: undefined });

    await refuses(sandbox.post('/v3/products', body), name);
  });
}

const invalid: [name: string, what: string, value: unknown][] = [
  ['name', 'is empty', ''],
  ['total', 'is negative', -1],
  ['total', 'is a word', 'many'],
  ['available', 'is not whole', 1.5],
  ['available', 'is more than total', 21],
  ['price', 'is negative', -1],
  ['price', 'is a string', '7.50'],
  ['price', 'has a tenth of a cent', 7.501],
  ['currency', 'has four letters', 'EURO'],
  ['currency', 'is another than that of the vendor', 'XTS'],
  ['shipping_address', 'is a boolean', true],
  ['dependencies', 'is no list', {}],
  ['dependencies', 'names an unknown event', [{ events: [{ id: 'none' }], vouchers: [] }]],
  [
    'dependencies',
    'names one for a voucher',
    [{ events: [], vouchers: [{ events: [{ id: 'none' }] }] }],
  ],
  ['id', 'is written by the platform', 'mine'],
];

for (const [name, what, value] of invalid) {
  test(`Product: is refused when ${name} ${what}`, async () => {
    const sandbox = await openSandbox(asVendor);
    const body = productFor(await ownVendor(sandbox), { [name]: value });

    await refuses(sandbox.post('/v3/products', body), name);
  });
}

test('Product: an empty total is unlimited stock, as it is in responses', async () => {
  const sandbox = await openSandbox(asVendor);
  const body = productFor(await ownVendor(sandbox), { total: '' });

  const { body: product } = await sandbox.post<WireProduct>('/v3/products', body);

  assert.equal(product.total, '');
  assert.ok(product.available > 0);
});

test('Product: dependencies are returned as they were sent, and hold for orders', async () => {
  const sandbox = await openSandbox(asVendor);
  const kayak = await sandbox.event('Kayak on the Spree');
  const child = find(kayak.prices, ({ category }) => category === 'Child');
  const dependencies = [
    {
      events: [{ id: kayak.id, prices: [{ id: child.id }] }],
      vouchers: [{ events: [{ id: kayak.id }] }],
    },
  ];
  const body = productFor(await ownVendor(sandbox), { dependencies });

  const { body: product } = await sandbox.post<WireProduct>('/v3/products', body);

  assert.deepEqual(product.dependencies, dependencies);
  const products = [{ product_id: product.id, amount: 1 }];
  const adults = await sandbox.order(await orderFor(sandbox, kayak.title, { products }));
  assert.equal(adults.status, 400, 'an adult alone is not enough');
});

test('Product: a dependency cannot name a price of another event', async () => {
  const sandbox = await openSandbox(asVendor);
  const kayak = await sandbox.event('Kayak on the Spree');
  const lantern = await sandbox.event('Lantern night walk');
  const events = [{ id: kayak.id, prices: [{ id: lantern.prices[0]?.id }] }];
  const body = productFor(await ownVendor(sandbox), { dependencies: [{ events, vouchers: [] }] });

  await refuses(sandbox.post('/v3/products', body), 'dependencies.0');
});

test('Update product: responds with 200; price is required, and the rest stays when left out', async () => {
  const sandbox = await openSandbox(asVendor);
  const { body: product } = await sandbox.post<WireProduct>(
    '/v3/products',
    productFor(await ownVendor(sandbox)),
  );
  const path = `/v3/products/${product.id}`;

  await refuses(sandbox.patch(path, { name: 'Another map' }), 'price');
  const { status, body } = await sandbox.patch(path, { price: 8, name: 'Another map' });

  assert.equal(status, 200);
  assert.deepEqual(body, { ...product, price: 8, name: 'Another map' });
  assert.deepEqual(await sandbox.products({ accept: product.id }), [body]);
});

test('Update product: a new total changes what is available with it', async () => {
  const sandbox = await openSandbox(asVendor);
  const { body: product } = await sandbox.post<WireProduct>(
    '/v3/products',
    productFor(await ownVendor(sandbox)),
  );
  const { id, price } = product;

  const { body } = await sandbox.patch<WireProduct>(`/v3/products/${id}`, { price, total: 25 });

  assert.deepEqual([body.total, body.available], [25, 20]);
});

test('Update product: what is sold stays sold, and delta_since sees the change', async () => {
  const sandbox = await openSandbox(asVendor);
  const print = await sandbox.product('Print');
  const path = `/v3/products/${print.id}`;
  const { price } = print;
  sandbox.clock.now += MINUTE;

  await refuses(sandbox.patch(path, { price, available: print.available + 1 }), 'available');
  await refuses(sandbox.patch(path, { price, total: Number(print.total) - 4 }), 'available');
  const { body } = await sandbox.patch<WireProduct>(path, { price, available: 1 });

  assert.deepEqual([body.total, body.available], [print.total, 1]);
  const changed = await sandbox.products({ delta_since: '2026-11-21T09:01:00Z' });
  assert.deepEqual(changed, [body]);
});

test('Update product: is refused what creating it is refused', async () => {
  const sandbox = await openSandbox(asVendor);
  const { id, price } = await sandbox.product('Print');

  for (const changes of [
    { shipping_address: 2 },
    { currency: 'USD' },
    { colour: 'blue' },
    { name: '' },
  ]) {
    const [name = ''] = Object.keys(changes);
    await refuses(sandbox.patch(`/v3/products/${id}`, { price, ...changes }), name);
  }
  assert.equal((await sandbox.patch('/v3/products/none', { price })).status, 404);
});

test('Product: one that depends on vouchers goes with a voucher order', async () => {
  const sandbox = await openSandbox(asVendor);
  const kayak = await sandbox.event('Kayak on the Spree');
  const dependencies = [{ events: [], vouchers: [{ events: [{ id: kayak.id }] }] }];
  const body = productFor(await ownVendor(sandbox), { dependencies });
  const { body: product } = await sandbox.post<WireProduct>('/v3/products', body);
  const statusWith = async (changes: object) => {
    const products = [{ product_id: product.id, amount: 1 }];
    const order = await orderFor(sandbox, kayak.title, { products, ...changes });
    return (await sandbox.order(order)).status;
  };

  assert.equal(await statusWith({}), 400);
  assert.equal(await statusWith({ voucherOrders: [{ voucher: [{ value: 30 }] }] }), 201);
});

test('Product: a vendor API client creates none for another vendor', async () => {
  const sandbox = await openSandbox(asVendor);
  const own = await ownVendor(sandbox);
  const other = find(await sandbox.as('reseller').vendors(), ({ id }) => id !== own.id);

  const body = productFor({ ...own, id: other.id });

  assert.equal((await sandbox.post('/v3/products', body)).status, 403);
});
