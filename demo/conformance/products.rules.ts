import assert from 'node:assert/strict';
import { assertSame, assertWithin, idOf, type Item, itemsIn, need, rule, textOf } from './judge.ts';
import * as is from './shape.ts';

const LIST = 'listProducts';
const shape: is.Shape = {
  needed: {
    id: is.isText,
    vendor_id: is.isText,
    name: is.isText,
    description: is.isText,
    total: (value) => value === '' || is.isCount(value),
    available: is.isWhole,
    price: is.isNumber,
    currency: is.isCurrency,
    shipping_address: is.isOneOf(0, 1),
    dependencies: is.isList,
  },
  optional: {},
};

rule('Product: its fields have the types of the spec', async ({ list }) => {
  for (const product of await list(LIST)) is.assertShape(product, shape, idOf(product));
});

rule('Product: dependencies name events, prices and vouchers', async ({ list }) => {
  for (const product of await list(LIST)) {
    for (const dependency of itemsIn(product, 'dependencies')) {
      const events = [dependency, ...itemsIn(dependency, 'vouchers')].flatMap((holder) =>
        itemsIn(holder, 'events'),
      );
      for (const event of events) {
        assert.ok(is.isText(event['id']), `an event's id is ${String(event['id'])}`);
        for (const { id } of itemsIn(event, 'prices')) {
          assert.ok(is.isWhole(id), `a price's id is ${String(id)}`);
        }
      }
    }
  }
});

rule('List products: private products come only when they are asked for', async ({ list }) => {
  const every = await list(LIST, { with_private_products: 'true' });
  assertWithin(await list(LIST), every, 'a product');
  assertSame(await list(LIST, { with_private_products: 'false' }), await list(LIST), 'default');
});

rule('Product list: available=1 leaves out what is sold out, and 0 nothing', async ({ list }) => {
  const products = await list(LIST);
  const inStock = (product: Item) => product['total'] === '' || Number(product['available']) > 0;

  assertSame(await list(LIST, { available: '1' }), products.filter(inStock), 'in stock');
  assertSame(await list(LIST, { available: '0' }), products, 'all');
});

rule('Product list: requires_shipping=1 keeps what is sent, and 0 all', async ({ list }) => {
  const products = await list(LIST);
  const sent = products.filter((product) => product['shipping_address'] === 1);

  assertSame(await list(LIST, { requires_shipping: '1' }), sent, 'sent');
  assertSame(await list(LIST, { requires_shipping: '0' }), products, 'all');
});

rule('Product list: min_price and max_price are bounds', async ({ list }) => {
  const products = await list(LIST);
  const middle = products
    .map((product) => Number(product['price']))
    .toSorted((a, b) => a - b)
    .at(Math.floor(products.length / 2));
  const price = need([middle], (value) => value !== undefined, 'product') ?? 0;
  // Whether the bound itself is within is open.
  const [below, above] = [String(price - 0.5), String(price + 0.5)];

  const least = products.filter((product) => Number(product['price']) >= price - 0.5);
  assertSame(await list(LIST, { min_price: below }), least, 'at least');
  const most = products.filter((product) => Number(product['price']) <= price + 0.5);
  assertSame(await list(LIST, { max_price: above }), most, 'at most');
});

rule('Product list: accept_vendors and exclude_vendors choose by vendor', async ({ list }) => {
  const products = await list(LIST);
  const vendor = textOf(
    need(products, () => true, 'product'),
    'vendor_id',
  );
  const isOwn = (product: Item) => product['vendor_id'] === vendor;

  assertSame(await list(LIST, { accept_vendors: vendor }), products.filter(isOwn), 'accepted');
  const others = products.filter((product) => !isOwn(product));
  assertSame(await list(LIST, { exclude_vendors: vendor }), others, 'rest');
});
