import assert from 'node:assert/strict';
import test from 'node:test';
import { find, openSandbox, orderFor } from './support.ts';

test('Product: has the fields of the spec', async () => {
  const { product } = await openSandbox();

  assert.deepEqual(Object.keys(await product('Picnic')).sort(), [
    'available',
    'currency',
    'dependencies',
    'description',
    'id',
    'name',
    'price',
    'shipping_address',
    'total',
    'vendor_id',
  ]);
});

test('Product: total is empty when stock is unlimited, and a number otherwise', async () => {
  const { product } = await openSandbox();
  const [picnic, print] = [await product('Picnic'), await product('Print')];

  assert.equal(picnic.total, '');
  assert.ok(picnic.available > 0);
  assert.deepEqual([print.total, print.available], [50, 3]);
});

test('Product: prices are numbers in the units of their currency', async () => {
  const { product } = await openSandbox();
  const [bag, matcha] = [await product('Dry bag'), await product('Matcha')];

  assert.deepEqual([bag.price, bag.currency], [18.5, 'EUR']);
  assert.deepEqual([matcha.price, matcha.currency], [2600, 'JPY']);
});

test('Product: dependencies name events, and prices where only those count', async () => {
  const { product, event } = await openSandbox();
  const wall = await event('The Wall by bike');
  const child = find(wall.prices, ({ category }) => category === 'Child');

  assert.deepEqual((await product('Picnic')).dependencies, []);
  assert.equal((await product('Dry bag')).dependencies[0]?.events.length, 4);
  assert.deepEqual((await product('Small helmet')).dependencies, [
    { events: [{ id: wall.id, prices: [{ id: child.id }] }], vouchers: [] },
  ]);
});

test('Product list: private products are left out unless they are asked for', async () => {
  const { products } = await openSandbox();
  const hasPickUp = async (parameters = {}) =>
    (await products(parameters)).some(({ name }) => name.startsWith('Pick-up'));

  assert.equal(await hasPickUp(), false);
  assert.equal(await hasPickUp({ with_private_products: 'true' }), true);
});

test('Product list: available=1 leaves out what is sold out, and 0 lists all', async () => {
  const sandbox = await openSandbox();
  const print = await sandbox.product('Print');
  const order = await orderFor(sandbox, 'Lantern night walk', {
    products: [{ product_id: print.id, amount: 3 }],
    shipping_name: 'Ada Moreau',
    shipping_street: 'Quai 1',
    shipping_zip: '75001',
    shipping_city: 'Paris',
    shipping_country: 'FR',
  });
  assert.equal((await sandbox.order(order)).status, 201);
  const has = async (available: string) =>
    (await sandbox.products({ available })).some(({ id }) => id === print.id);

  assert.equal(await has('0'), true);
  assert.equal(await has('1'), false);
});

test('Product list: delta_since finds a product whose stock has changed', async () => {
  const sandbox = await openSandbox();
  const bag = await sandbox.product('Dry bag');
  const order = await orderFor(sandbox, 'Kayak on the Spree', {
    products: [{ product_id: bag.id, amount: 1 }],
  });
  const since = { delta_since: '2026-11-21T09:00:00Z' };
  assert.deepEqual(await sandbox.products(since), []);

  await sandbox.order(order);

  assert.deepEqual(
    (await sandbox.products(since)).map(({ name }) => name),
    [bag.name],
  );
});

test('Product list: orders by price and chooses by vendor', async () => {
  const { products, vendors } = await openSandbox();
  const kyoto = find(await vendors(), ({ currency }) => currency === 'JPY');

  const own = await products({ accept_vendors: kyoto.id, order: 'price' });
  const others = await products({ exclude_vendors: kyoto.id });

  assert.deepEqual(
    own.map(({ price }) => price),
    [450, 2600, 3800, 32000],
  );
  assert.ok(others.every(({ vendor_id }) => vendor_id !== kyoto.id));
});

test('Vendor: has the fields of the spec, in the list and alone', async () => {
  const { vendors, get } = await openSandbox();
  const [first] = await vendors({ order: '-name' });

  const { body } = await get(`/v3/vendors/${first?.id}`);

  assert.deepEqual(body, first);
  assert.deepEqual(Object.keys(first ?? {}).sort(), [
    'activation_date',
    'bill_country',
    'country_of_residence',
    'currency',
    'id',
    'legal_company_name',
    'legal_representative_first_name',
    'legal_representative_last_name',
    'name',
    'service_email',
    'service_phone',
    'terms',
  ]);
});
