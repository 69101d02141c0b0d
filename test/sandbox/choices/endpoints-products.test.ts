import assert from 'node:assert/strict';
import { find, orderFor } from '../support.ts';
import { need, rule, sandboxRule } from './platform.ts';

sandboxRule('Product: has the fields of the spec', async ({ product }) => {
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

sandboxRule(
  'Product: total is empty when stock is unlimited, and a number otherwise',
  async ({ product }) => {
    const [picnic, print] = [await product('Picnic'), await product('Print')];

    assert.equal(picnic.total, '');
    assert.ok(picnic.available > 0);
    assert.deepEqual([print.total, print.available], [50, 3]);
  },
);

sandboxRule('Product: prices are numbers in the units of their currency', async ({ product }) => {
  const [bag, matcha] = [await product('Dry bag'), await product('Matcha')];

  assert.deepEqual([bag.price, bag.currency], [18.5, 'EUR']);
  assert.deepEqual([matcha.price, matcha.currency], [2600, 'JPY']);
});

sandboxRule(
  'Product: dependencies name events, and prices where only those count',
  async ({ product, event }) => {
    const wall = await event('The Wall by bike');
    const child = find(wall.prices, ({ category }) => category === 'Child');

    assert.deepEqual((await product('Picnic')).dependencies, []);
    assert.equal((await product('Dry bag')).dependencies[0]?.events.length, 4);
    assert.deepEqual((await product('Small helmet')).dependencies, [
      { events: [{ id: wall.id, prices: [{ id: child.id }] }], vouchers: [] },
    ]);
  },
);

rule(
  'List products: private products are left out unless they are asked for',
  async ({ products }) => {
    const hasPickUp = async (parameters = {}) =>
      (await products(parameters)).some(({ name }) => name.startsWith('Pick-up'));

    assert.equal(await hasPickUp(), false);
    assert.equal(await hasPickUp({ with_private_products: 'true' }), true);
  },
);

sandboxRule(
  'Product list: available=1 leaves out what is sold out, and 0 lists all',
  async (sandbox) => {
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
  },
);

sandboxRule(
  'Product list: delta_since finds a product whose stock has changed',
  async (sandbox) => {
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
  },
);

sandboxRule(
  'Product list: orders by price and chooses by vendor',
  async ({ products, vendors }) => {
    const kyoto = find(await vendors(), ({ currency }) => currency === 'JPY');

    const own = await products({ accept_vendors: kyoto.id, order: 'price' });
    const others = await products({ exclude_vendors: kyoto.id });

    assert.deepEqual(
      own.map(({ price }) => price),
      [450, 2600, 3800, 32000],
    );
    assert.ok(others.every(({ vendor_id }) => vendor_id !== kyoto.id));
  },
);

rule(
  'Product list: requires_shipping=1 lists only what is sent by post, and 0 lists all',
  async ({ products }) => {
    const all = await products();
    const sent = await products({ requires_shipping: '1' });

    assert.deepEqual(
      sent,
      all.filter(({ shipping_address }) => shipping_address === 1),
    );
    assert.deepEqual(await products({ requires_shipping: '0' }), all);
  },
);

rule('Product list: min_price and max_price are bounds, included', async ({ products }) => {
  const all = await products();
  const { price } = need(all, (product) => product.price > 0, 'product with a price');

  assert.deepEqual(
    await products({ min_price: String(price) }),
    all.filter((product) => product.price >= price),
  );
  assert.deepEqual(
    await products({ max_price: String(price) }),
    all.filter((product) => product.price <= price),
  );
  assert.ok((await products({ min_price: String(price), max_price: String(price) })).length > 0);
});

rule('Product list: order accepts the name and the price', async ({ products }) => {
  const prices = (await products({ order: '-price' })).map(({ price }) => price);
  const names = (await products({ order: 'name' })).map(({ name }) => name);

  assert.deepEqual(
    prices,
    prices.toSorted((a, b) => b - a),
  );
  assert.deepEqual(
    (await products({ order: '-name' })).map(({ name }) => name),
    names.toReversed(),
  );
});
