import assert from 'node:assert/strict';
import test from 'node:test';
import { z } from 'zod';
import { orderRequest } from '../../../src/contract/order.schema.ts';
import type { Problem } from '../../../src/contract/problem.schema.ts';
import { quoteRequest } from '../../../src/contract/quote.schema.ts';
import type { Answer } from '../world.ts';
import { createWorld, fieldsOf, newKey } from '../world.ts';

const world = createWorld();
await world.get('/site');

/** As much of JSON Schema as the contract's limits are written in. */
interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly maximum?: number;
  readonly pattern?: string;
}
type Path = readonly (string | number)[];
interface Limit {
  readonly path: Path;
  readonly schema: Schema;
}

/** Every field of a request, with the schema that the contract has for it. */
function limitsOf(schema: Schema, path: Path = []): Limit[] {
  const own = path.length > 0 ? [{ path, schema }] : [];
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    limitsOf(field, [...path, name]),
  );
  return [...own, ...inner, ...(schema.items ? limitsOf(schema.items, [...path, 0]) : [])];
}

/** A request with every field of the contract in it, each as a small one would be. */
const order = {
  quote: 'v1.x.y',
  lines: [
    {
      date_id: 'date',
      participants: [{ price_id: 1, name: 'Ida', email: 'a@b.de', phone: '1', comment: 'c' }],
    },
  ],
  contact: {
    ...{ name: 'Ida', email: 'a@b.de', phone: '1', company: 'c', vat_number: 'v', street: 's' },
    ...{ streetnr: '1', zip: '1', city: 'c', country: 'DE' },
  },
  shipping: { name: 'Ida', street: 's', streetnr: '1', zip: '1', city: 'c', country: 'DE' },
  ...{
    lang: 'de',
    comment: 'c',
    answers: [{ id: 'q', value: 'v' }],
    email_newsletter_opt_in: true,
  },
  ...{ affiliate_id: 'a', sale_params: 's' },
};
const cart = {
  lines: [{ event_id: 'event', date_id: 'date', prices: [{ price_id: 1, amount: 1 }] }],
  products: [{ product_id: 'product', amount: 1 }],
};

const requests = [
  {
    ...{ name: 'an order', schema: orderRequest, good: order as unknown },
    send: (body: unknown) => world.place<Problem>(body, newKey()),
  },
  {
    ...{ name: 'a cart', schema: quoteRequest, good: cart as unknown },
    send: (body: unknown): Promise<Answer<Problem>> => world.post('/checkout/quotes', body),
  },
];

function withValue(good: unknown, path: Path, value: unknown): unknown {
  const copy = structuredClone(good) as Record<string | number, unknown>;
  const last = path.at(-1) ?? '';
  const parent = path.slice(0, -1).reduce((at, key) => at[key] as typeof copy, copy);
  parent[last] = value;
  return copy;
}
function valueAt(good: unknown, path: Path): unknown {
  return path.reduce((at, key) => (at as Record<string | number, unknown>)[key], good);
}
const fieldOf = (path: Path) =>
  path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text ? `${text}.${key}` : key),
    '',
  );

/** A text of this length that is fine but for its length. */
function textOf({ pattern = '' }: Schema, length: number): string {
  if (!pattern.includes('@')) return 'x'.repeat(length);
  return `${'x'.repeat(length - 'a@b.de'.length)}a@b.de`;
}
/** A list of this length whose items are as good as the first, and each another one. */
function listOf([first]: unknown[], length: number): unknown[] {
  return Array.from({ length }, (_, at) => {
    if (typeof first !== 'object') return first;
    const item = { ...first } as Record<string, unknown>;
    for (const key of ['date_id', 'product_id', 'id']) if (key in item) item[key] = `id-${at}`;
    if ('price_id' in item) item['price_id'] = at;
    return item;
  });
}

async function assertRefused(answer: Answer<Problem>, field: string): Promise<void> {
  assert.deepEqual([answer.status, answer.body.code], [400, 'invalid-request'], field);
  assert.ok(
    fieldsOf(answer).some((named = '') => named.startsWith(field)),
    `${field}: ${JSON.stringify(answer.body.errors)}`,
  );
}

for (const { name, schema, good, send } of requests) {
  const limits = limitsOf(z.toJSONSchema(schema, { io: 'input' }) as Schema);

  test(`every field of ${name} is in the example, and the example is well-formed`, async () => {
    for (const { path } of limits) assert.notEqual(valueAt(good, path), undefined, fieldOf(path));
    assert.notEqual((await send(good)).body.code, 'invalid-request');
  });

  test(`no text, list or number of ${name} is without a limit`, () => {
    for (const { path, schema: field } of limits) {
      if (field.type === 'string')
        assert.ok(field.maxLength ?? /\{\d+(,\d+)?\}\$$/.test(field.pattern ?? ''), fieldOf(path));
      if (field.type === 'array') assert.ok(field.maxItems, fieldOf(path));
      if (field.type === 'integer') assert.ok(field.maximum, fieldOf(path));
    }
  });

  for (const { path, schema: field } of limits) {
    const where = fieldOf(path);
    const most = field.maxLength ?? (field.pattern?.includes('{1,64}') ? 64 : undefined);
    if (field.type === 'string' && most !== undefined) {
      test(`${where} of ${name} may have ${most} characters, and not one more`, async () => {
        const right = await send(withValue(good, path, textOf(field, most)));
        assert.notEqual(right.body.code, 'invalid-request', JSON.stringify(right.body));
        await assertRefused(await send(withValue(good, path, textOf(field, most + 1))), where);
      });
    }
    if (field.type === 'array') {
      const { maxItems = 0 } = field;
      const items = valueAt(good, path) as unknown[];
      test(`${where} of ${name} may have ${maxItems} items, and not one more`, async () => {
        const right = await send(withValue(good, path, listOf(items, maxItems)));
        assert.notEqual(right.body.code, 'invalid-request', JSON.stringify(right.body));
        await assertRefused(await send(withValue(good, path, listOf(items, maxItems + 1))), where);
      });
    }
    test(`${where} of ${name} is refused as anything but ${field.type}`, async () => {
      const others = [null, true, 5.5, 'text', -1e300, [], {}, [[]], { length: 1 }, ['x']];
      for (const value of others) {
        const type = Array.isArray(value) ? 'array' : typeof value;
        if (type === field.type) continue;
        await assertRefused(await send(withValue(good, path, value)), where);
      }
    });
  }
}

test('nothing of what was refused was sent to the platform', () => {
  assert.equal(world.orderCalls(), 0);
});
