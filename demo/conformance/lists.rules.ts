import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { DAY } from '#contract/milliseconds';
import { type OperationName, operations } from '../../proxy/platform/operations.ts';
import type { Input } from './address.ts';
import {
  assertSame,
  idOf,
  instant,
  type Item,
  need,
  type Platform,
  rule,
  skip,
  textOf,
} from './judge.ts';

/** The lists whose path the spec fixes, with the parameters that list all items. */
const lists: readonly [name: OperationName, all: Input][] = [
  ['listEvents', { type: 'ALL' }],
  ['listProducts', {}],
  ['listOrders', { status: 'ALL' }],
];

/** At least two items, because filters cannot be tested with one. */
async function some(platform: Platform, name: OperationName, input: Input) {
  const items = await platform.list(name, input);
  if (items.length < 2) skip(`there are not two items of ${operations[name].path} here`);
  return items;
}

for (const [name, all] of lists) {
  const { path } = operations[name];

  rule(`Common list parameters: limit of ${path} is the most that comes`, async (platform) => {
    await some(platform, name, all);
    assert.equal((await platform.page(name, { ...all, limit: '1' })).length, 1);
  });

  rule(`Common list parameters: offset of ${path} leaves out the first ones`, async (platform) => {
    const items = await some(platform, name, all);
    const [second] = await platform.page(name, { ...all, offset: '1', limit: '1' });

    assert.equal(second && idOf(second), idOf(items[1] as Item));
  });

  rule(`Common list parameters: accept of ${path} chooses by id`, async (platform) => {
    const chosen = (await some(platform, name, all)).slice(0, 2);
    const accept = [...chosen.map(idOf), 'no-such-id'].join();

    assertSame(await platform.list(name, { ...all, accept }), chosen, 'accepted');
  });

  rule(`Common list parameters: exclude of ${path} leaves out by id`, async (platform) => {
    const [first, ...others] = await some(platform, name, all);

    assertSame(await platform.list(name, { ...all, exclude: idOf(first as Item) }), others, 'rest');
  });

  rule(`Common list parameters: fields of ${path} are the only ones`, async ({ page }) => {
    const items = await page(name, { ...all, fields: 'id,vendor_id' });
    for (const item of items) {
      const others = Object.keys(item).filter((field) => !['id', 'vendor_id'].includes(field));
      assert.ok(others.length === 0, `it also has ${others.join(', ')}`);
      assert.ok(idOf(item), 'an item has an id');
    }
  });

  rule(
    `Common list parameters: delta_since of ${path} finds what changed since`,
    async ({ list, now }) => {
      const ever = { ...all, delta_since: '2000-01-01T00:00:00Z' };
      assertSame(await list(name, ever), await list(name, all), 'ever');
      const later = { ...all, delta_since: instant(now() + DAY) };
      assertSame(await list(name, later), [], 'later than now');
    },
  );

  rule(`Common list parameters: with_count of ${path} is still a list`, async ({ page }) => {
    await page(name, { ...all, with_count: 'true', limit: '2' });
  });
}

/** Attributes that the spec allows (Per-operation list parameters). */
const orders: readonly [name: OperationName, all: Input, attribute: string][] = [
  ['listEvents', { type: 'ALL' }, 'title'],
  ['listEvents', { type: 'ALL' }, 'duration'],
  ['listEvents', { type: 'ALL' }, 'max_participants'],
  ['listProducts', {}, 'name'],
  ['listProducts', {}, 'price'],
  ['listOrders', { status: 'ALL' }, 'date'],
  ['listOrders', { status: 'ALL' }, 'name'],
];
for (const [name, all, attribute] of orders) {
  const { path } = operations[name];
  rule(
    `Common list parameters: order=${attribute} of ${path} ascends, and descends with a minus`,
    async (platform) => {
      await some(platform, name, all);
      const values = async (order: string) =>
        (await platform.list(name, { ...all, order })).map((item) => item[attribute]);
      const ascending = await values(attribute);

      // The spec leaves the collation open, but descending has to be the reverse of ascending.
      // Said in words without the values, which may be names of customers.
      const isSame = async (order: string, wanted: readonly unknown[]) =>
        isDeepStrictEqual(await values(order), wanted);
      const reverse = ascending.toReversed();
      assert.ok(await isSame(`-${attribute}`, reverse), 'descending is not the reverse');
      assert.ok(await isSame(`+${attribute}`, ascending), 'a plus does not ascend');
      const numbers = ascending.filter((value) => typeof value === 'number');
      assert.deepEqual(
        numbers,
        numbers.toSorted((a, b) => a - b),
      );
      if (attribute === 'date') assert.deepEqual(ascending, ascending.toSorted());
      if (new Set(ascending).size > 1) {
        assert.ok(!(await isSame(`-${attribute}`, ascending)), 'order is ignored');
      }
    },
  );
}

rule('Common list parameters: a second order attribute decides among equals', async (platform) => {
  const sorted = (order: string) => platform.list('listEvents', { type: 'ALL', order });
  const [up, down] = [await sorted('duration,title'), await sorted('duration,-title')];
  const duration = need(
    up.map((event) => event['duration']),
    (value, all = up.filter((event) => event['duration'] === value)) => all.length > 1,
    'two events of one duration',
  );
  const titles = (events: readonly Item[]) =>
    events.filter((event) => event['duration'] === duration).map((event) => textOf(event, 'title'));

  assert.deepEqual(titles(down), titles(up).toReversed());
});
