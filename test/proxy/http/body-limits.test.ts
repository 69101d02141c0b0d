import assert from 'node:assert/strict';
import { test } from 'vitest';
import { z } from 'zod';
import { orderRequest } from '#contract/order.schema';
import { paymentRequest } from '#contract/payment.schema';
import type { Problem } from '#contract/problem.schema';
import { quoteRequest } from '#contract/quote.schema';
import { toField } from '../../../proxy/http/parse.ts';
import { createBank } from '../../support/bank/bank.ts';
import type { JsonResponse } from '../../support/world.ts';
import { createWorld, fieldsOf, newKey } from '../../support/world.ts';

// Every limit of the contract, at its edge. Guards http/parse.ts and the schemas of writes.

const world = createWorld({ payments: createBank().provider });
await world.get('/site');

/** The part of JSON Schema that the contract's limits use. */
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

/** An order with every field of the contract, each of them short. */
const order = {
  quote: 'v1.x.y',
  lines: [
    {
      date_id: 'date',
      participants: [{ price_id: 1, name: 'Ida', email: 'a@b.de', phone: '1', comment: 'c' }],
    },
  ],
  contact: {
    name: 'Ida',
    email: 'a@b.de',
    phone: '1',
    company: 'c',
    vat_number: 'v',
    street: 's',
    streetnr: '1',
    zip: '1',
    city: 'c',
    country: 'DE',
  },
  shipping: { name: 'Ida', street: 's', streetnr: '1', zip: '1', city: 'c', country: 'DE' },
  lang: 'de',
  comment: 'c',
  answers: [{ id: 'q', value: 'v' }],
  email_newsletter_opt_in: true,
  affiliate_id: 'a',
  sale_params: 's',
  submission: 1,
};
const cart = {
  lines: [{ event_id: 'event', date_id: 'date', prices: [{ price_id: 1, amount: 1 }] }],
  products: [{ product_id: 'product', amount: 1 }],
};

const requests = [
  {
    name: 'an order',
    schema: orderRequest,
    valid: order as unknown,
    send: (body: unknown) => world.place<Problem>(body, newKey()),
  },
  {
    name: 'a cart',
    schema: quoteRequest,
    valid: cart as unknown,
    send: (body: unknown): Promise<JsonResponse<Problem>> => world.post('/checkout/quotes', body),
  },
  {
    name: 'a payment',
    schema: paymentRequest,
    valid: { quote: 'v1.x.y', lang: 'de' } as unknown,
    send: (body: unknown): Promise<JsonResponse<Problem>> =>
      world.post('/checkout/payments', body, { 'Idempotency-Key': newKey() }),
  },
];

function withValue(valid: unknown, path: Path, value: unknown): unknown {
  const copy = structuredClone(valid) as Record<string | number, unknown>;
  const last = path.at(-1) ?? '';
  const parent = path.slice(0, -1).reduce((at, key) => at[key] as typeof copy, copy);
  parent[last] = value;
  return copy;
}
function valueAt(valid: unknown, path: Path): unknown {
  return path.reduce((at, key) => (at as Record<string | number, unknown>)[key], valid);
}
/** A text of this length that is valid in every other respect. */
function textOf({ pattern = '' }: Schema, length: number): string {
  if (!pattern.includes('@')) return 'x'.repeat(length);
  return `${'x'.repeat(length - 'a@b.de'.length)}a@b.de`;
}
/** A list of this length whose items are like the first, and distinct. */
function listOf([first]: unknown[], length: number): unknown[] {
  return Array.from({ length }, (_, index) => {
    if (typeof first !== 'object') return first;
    const item = { ...first } as Record<string, unknown>;
    for (const key of ['date_id', 'product_id', 'id']) if (key in item) item[key] = `id-${index}`;
    if ('price_id' in item) item['price_id'] = index;
    return item;
  });
}

async function assertRefused(response: JsonResponse<Problem>, field: string): Promise<void> {
  assert.deepEqual([response.status, response.body.code], [400, 'invalid-request'], field);
  assert.ok(
    fieldsOf(response).some((name = '') => name.startsWith(field)),
    `${field}: ${JSON.stringify(response.body.errors)}`,
  );
}

for (const { name, schema, valid, send } of requests) {
  const limits = limitsOf(z.toJSONSchema(schema, { io: 'input' }) as Schema);

  test(`the example of ${name} has every field of the contract, and is valid`, async () => {
    for (const { path } of limits) assert.notEqual(valueAt(valid, path), undefined, toField(path));
    assert.notEqual((await send(valid)).body.code, 'invalid-request');
  });

  test(`every text, list and number of ${name} has a limit`, () => {
    for (const { path, schema: field } of limits) {
      if (field.type === 'string')
        assert.ok(field.maxLength ?? /\{\d+(,\d+)?\}\$$/.test(field.pattern ?? ''), toField(path));
      if (field.type === 'array') assert.ok(field.maxItems, toField(path));
      if (field.type === 'integer') assert.ok(field.maximum, toField(path));
    }
  });

  for (const { path, schema: field } of limits) {
    const fieldPath = toField(path);
    const maxLength = field.maxLength ?? (field.pattern?.includes('{1,64}') ? 64 : undefined);
    if (field.type === 'string' && maxLength !== undefined) {
      test(`${fieldPath} of ${name} may have ${maxLength} characters and no more`, async () => {
        const accepted = await send(withValue(valid, path, textOf(field, maxLength)));
        assert.notEqual(accepted.body.code, 'invalid-request', JSON.stringify(accepted.body));
        await assertRefused(
          await send(withValue(valid, path, textOf(field, maxLength + 1))),
          fieldPath,
        );
      });
    }
    if (field.type === 'array') {
      const { maxItems = 0 } = field;
      const items = valueAt(valid, path) as unknown[];
      test(`${fieldPath} of ${name} may have ${maxItems} items and no more`, async () => {
        const accepted = await send(withValue(valid, path, listOf(items, maxItems)));
        assert.notEqual(accepted.body.code, 'invalid-request', JSON.stringify(accepted.body));
        await assertRefused(
          await send(withValue(valid, path, listOf(items, maxItems + 1))),
          fieldPath,
        );
      });
    }
    test(`${fieldPath} of ${name} is refused unless it is ${field.type}`, async () => {
      const values = [null, true, 5.5, 'text', -1e300, [], {}, [[]], { length: 1 }, ['x']];
      for (const value of values) {
        const type = Array.isArray(value) ? 'array' : typeof value;
        if (type === field.type) continue;
        await assertRefused(await send(withValue(valid, path, value)), fieldPath);
      }
    });
  }
}

test('no refused order is sent to the platform', () => {
  assert.equal(world.orderCalls(), 0);
});
