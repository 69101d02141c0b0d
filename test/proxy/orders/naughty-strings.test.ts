import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { IntentResponse } from '#contract/order.schema';
import type { Problem } from '#contract/problem.schema';
import type { Product } from '#contract/product.schema';
import type { QuoteRequest } from '#contract/quote.schema';
import type { Site } from '#contract/site.schema';
import type { Details } from '../../../src/domain/details.ts';
import { askedBy, checkoutForm, type Field } from '../../../src/visit/form/checkout-form.ts';
import { checkFields } from '../../../src/visit/form/field-problems.ts';
import { fieldAt, orderRequestOf } from '../../../src/visit/form/order-request.ts';
import { naughtyStrings } from '../../support/naughty-strings.ts';
import { aQuestion } from '../../support/site.ts';
import { cartOf, createWorldOfSite, newKey, type World } from '../../support/world.ts';

// Follows the input all the way: the widget's form, its validation and request, the proxy, and the
// platform's order.

/** A site that asks for every field. */
const siteSettings = {
  questions: [aQuestion()],
  fields: {
    phone: 'optional',
    company: 'optional',
    billing_address: 'optional',
    comment: 'optional',
    participant_email: 'optional',
    participant_phone: 'optional',
  },
};

/** Two participants who are asked a question, and goods sent by post: every kind of field. */
async function chooseCart(world: World): Promise<QuoteRequest> {
  const { body: products } = await world.get<Product[]>('/v3/products');
  const goods = products.filter(
    ({ shipping_address, dependencies }) => shipping_address && dependencies.length === 0,
  );
  const goodsOf = (vendorId: string) => goods.find(({ vendor_id }) => vendor_id === vendorId);
  const choice = await world.choose(
    ({ event: { type, participant_hint, vendor_id } }) =>
      type === 'BOOKING' && participant_hint !== '' && goodsOf(vendor_id) !== undefined,
  );
  const product_id = goodsOf(choice.event.vendor_id)?.id ?? '';
  return cartOf(choice, [2], [{ product_id, amount: 1 }]);
}

/** The part of an order in the books that customers type. */
interface StoredOrder {
  readonly id: string;
  readonly [field: string]: unknown;
  readonly tickets: readonly { readonly participants: readonly Record<string, string>[] }[];
  readonly additional_information: readonly { readonly value: string }[];
}

function storedOf(order: StoredOrder, { targets: [target] }: Field): unknown {
  switch (target?.part) {
    case 'contact':
    case 'order':
      return order[target.name];
    case 'shipping':
      return order[`shipping_${target.name}`];
    case 'participant':
      return order.tickets[target.line]?.participants[target.index]?.[target.name];
    case 'answer':
      return order.additional_information[0]?.value;
    default:
      return undefined;
  }
}

const isText = ({ type }: Field) => ['text', 'multiline', 'email', 'tel'].includes(type);

/** The usual value of a field. */
function usualOf({ id, type, missing }: Field): string {
  if (id === 'email') return 'ida@example.com';
  if (type === 'country') return 'DE';
  return missing ? 'Ida' : '';
}

const world = createWorldOfSite(siteSettings);
const cart = await chooseCart(world);
const { body: settings } = await world.get<Site>('/site');

/** Fills these fields with a text, the others as usual, and orders. */
async function orderWith(text: string, isFilled: (field: Field) => boolean) {
  // Avoids rate limits and order limits.
  world.advance(60_000);
  const order = await world.quoteOne(cart);
  const fields = checkoutForm({ orders: [order], ...askedBy(settings) });
  const details: Details = new Map(
    fields.map((field) => [field.key, isFilled(field) ? text : usualOf(field)]),
  );
  const request = orderRequestOf(order, fields, details, { lang: 'en' });
  const { body } = await world.place<IntentResponse | Problem>(request, newKey());
  if ('errors' in body) {
    const refused = body.errors.map(({ field = '' }) => fieldAt(field, fields, details)?.id);
    // The name is also the recipient's, so it is refused twice.
    return { refused: [...new Set(refused)] };
  }
  const id = body.order?.id ?? '';
  await world.change(id, 'cancel');
  return { id, refused: [] };
}

const fields = checkoutForm({
  orders: [await world.quoteOne(cart)],
  ...askedBy(settings),
}).filter(isText);

/** Whether the widget itself refuses the value at its field. */
function isRefusedAtOnce(field: Field, text: string): boolean {
  return checkFields([field], new Map([[field.key, text]])).size > 0;
}

/** Longer than a person can type into the field, though a page can prefill it. */
function isTooLong({ maxLength = Infinity }: Field, text: string): boolean {
  return [...text.trim()].length > maxLength;
}

test('input reaches the platform unchanged, except for trimmed white space', async () => {
  const sent = new Map<string, { text: string; filled: Field[] }>();
  for (const text of naughtyStrings) {
    const filled = fields.filter(
      (field) => !isRefusedAtOnce(field, text) && !isTooLong(field, text),
    );
    const ids = filled.map((field) => field.id);
    const { id, refused } = await orderWith(text, (field) => ids.includes(field.id));
    assert.ok(id !== undefined, `${text} is refused at ${refused.join()}`);
    if (text.trim() !== '') sent.set(id, { text, filled });
  }

  const stored = ((await world.books()) as unknown as StoredOrder[]).filter(({ id }) =>
    sent.has(id),
  );
  assert.equal(stored.length, sent.size);
  for (const order of stored) {
    const { text, filled } = sent.get(order.id)!;
    for (const field of filled) assert.equal(storedOf(order, field), text.trim(), field.id);
  }
});

test('a text that is too long is refused at every field', async () => {
  for (const text of naughtyStrings) {
    const tooLong = fields.filter(
      (field) => isTooLong(field, text) && !isRefusedAtOnce(field, text),
    );
    if (tooLong.length === 0) continue;
    const ids = tooLong.map(({ id }) => id);
    const { refused } = await orderWith(text, ({ id }) => ids.includes(id));
    assert.deepEqual(refused.toSorted(), ids.toSorted(), text);
  }
});

test('a value that is not a text, or very long, is refused at every field', async () => {
  for (const text of ['a\0b', 'half a pair \ud83d', '\udc00 the other half', 'ᴁ'.repeat(1001)]) {
    for (const field of fields.filter(({ type }) => type !== 'email')) {
      const { refused } = await orderWith(text, ({ id }) => id === field.id);
      assert.deepEqual(refused, [field.id], text);
    }
  }
});

test('an e-mail address is refused at its field unless it looks like one', async () => {
  const email = fields.filter(({ type }) => type === 'email');
  for (const text of naughtyStrings) {
    for (const field of email) {
      const isEmpty = text.trim() === '' && !field.missing;
      assert.equal(isRefusedAtOnce(field, text), !isEmpty, `${field.id}: ${text}`);
    }
  }
});
