import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Problem } from '#contract/problem.schema';
import type { Product } from '#contract/product.schema';
import type { JsonResponse } from '../../support/world.ts';
import { cartOf, createWorld, fieldsOf, newKey, requestFor } from '../../support/world.ts';
import { assertAllowedCalls, createCallRecorder } from './platform-calls.ts';

// Fields of the platform's that a customer may not set. Guards http/parse.ts, the schemas of writes,
// and platform/order-body.ts.

const CANARY = 'injected';
const recorder = createCallRecorder();
const world = createWorld({ between: recorder.between });
const { body: products } = await world.get<Product[]>('/v3/products');
const shipped = products.find(
  (product) => product.shipping_address && product.dependencies.length === 0,
);
assert.ok(shipped);
const choice = await world.choose(
  ({ event }) => event.vendor_id === shipped.vendor_id && event.type === 'BOOKING',
);
const cart = cartOf(choice, [2], [{ product_id: shipped.id, amount: 1 }]);
const shipping = { name: 'Ida', street: 's', streetnr: '1', zip: '1', city: 'c', country: 'DE' };
const order = requestFor(await world.quoteOne(cart), {
  shipping,
  comment: 'c',
  affiliate_id: 'a',
  sale_params: 's',
  email_newsletter_opt_in: true,
});

/** Every field of the spec's tables of orders, tickets, participants and their parts. */
const platformFields = [
  // Order
  ...['id', 'code', 'external_reference', 'vendor_id', 'date', 'payment_date', 'expire_date'],
  ...['status', 'lang', 'currency', 'email', 'name', 'company', 'vat_number', 'phone', 'street'],
  ...['streetnr', 'zip', 'city', 'country', 'internal_notes', 'comment', 'additional_information'],
  ...['booking_channel', 'cancellation_date', 'total_invoice', 'additional_discount'],
  ...['redeemed_coupons', 'redeemed_vouchers', 'shipping_country', 'shipping_city', 'shipping_zip'],
  ...['shipping_street', 'shipping_streetnr', 'shipping_name', 'sale_params', 'external_order_url'],
  ...[
    'affiliate_id',
    'email_newsletter_opt_in',
    'tickets',
    'voucherOrders',
    'products',
    'flexTickets',
  ],
  // Ticket, participant
  ...['event_date_id', 'date_id', 'event_id', 'vat', 'participants', 'title', 'price_id'],
  ...['price_value', 'price_title', 'checked_in', 'entry_units', 'redeemed_flexTicket'],
  // Voucher order, product line, flex ticket, payment
  ...['voucher', 'related_items', 'product_id', 'price', 'amount', 'redemption_total'],
  ...['redemption_available', 'unlimited_redemptions', 'flexOffer', 'payments', 'payment_method'],
  ...['value', 'type', 'commission', 'discount', 'total', 'paid', 'access_token', 'client_id'],
];

/** A request with one more field. */
type Injection = (field: string) => unknown;
const inject = (object: object | undefined, field: string) => ({ ...object, [field]: CANARY });
const [line] = order.lines;
const [participant] = line?.participants ?? [];
const [cartLine] = cart.lines;

/** Where a field is injected, the contract's own fields there, and the request with it. */
const targets: [
  target: string,
  own: object | undefined,
  prefix: string,
  path: string,
  request: Injection,
][] = [
  ['the order', order, '', '/checkout/orders', (field) => inject(order, field)],
  [
    ...(['a line', line, 'lines[0].', '/checkout/orders'] as const),
    (field) => ({ ...order, lines: [inject(line, field)] }),
  ],
  [
    ...(['a participant', { ...participant, email: '', phone: '', comment: '' }] as const),
    ...(['lines[0].participants[0].', '/checkout/orders'] as const),
    (field) => {
      const participants = [inject(participant, field), ...(line?.participants.slice(1) ?? [])];
      return { ...order, lines: [{ ...line, participants }] };
    },
  ],
  [
    ...(['the contact', contactFields(), 'contact.', '/checkout/orders'] as const),
    (field) => ({ ...order, contact: inject(order.contact, field) }),
  ],
  [
    ...(['the shipping address', shipping, 'shipping.', '/checkout/orders'] as const),
    (field) => ({ ...order, shipping: inject(shipping, field) }),
  ],
  [
    ...(['an answer', { id: '', value: '' }, 'answers[0].', '/checkout/orders'] as const),
    (field) => ({ ...order, answers: [inject({ id: 'q', value: 'v' }, field)] }),
  ],
  ['the cart', cart, '', '/checkout/quotes', (field) => inject(cart, field)],
  [
    ...(['a line of the cart', cartLine, 'lines[0].', '/checkout/quotes'] as const),
    (field) => ({ ...cart, lines: [inject(cartLine, field)] }),
  ],
  [
    ...([
      'a price of the cart',
      cartLine?.prices[0],
      'lines[0].prices[0].',
      '/checkout/quotes',
    ] as const),
    (field) => ({
      ...cart,
      lines: [{ ...cartLine, prices: [inject(cartLine?.prices[0], field)] }],
    }),
  ],
  [
    ...(['a product of the cart', cart.products[0], 'products[0].', '/checkout/quotes'] as const),
    (field) => ({ ...cart, products: [inject(cart.products[0], field)] }),
  ],
];

function contactFields(): object {
  const more = ['phone', 'company', 'vat_number', 'street', 'streetnr', 'zip', 'city', 'country'];
  return { ...order.contact, ...Object.fromEntries(more.map((name) => [name, ''])) };
}

const send = (path: string, body: unknown): Promise<JsonResponse<Problem>> =>
  world.post(path, body, { 'Idempotency-Key': newKey() });
const reachedPlatform = () =>
  recorder.calls.some(({ url, body, headers }) =>
    `${url} ${body} ${JSON.stringify(headers)}`.includes(CANARY),
  );

for (const [target, own, prefix, path, request] of targets) {
  const foreign = platformFields.filter(
    (field) => !Object.hasOwn(own ?? {}, field) && !(target === 'the order' && field === 'answers'),
  );

  test(`each of ${foreign.length} fields that a customer may not set is refused and named in ${target}`, async () => {
    assert.ok(foreign.length > 40);
    for (const field of foreign) {
      const response = await send(path, request(field));
      assert.deepEqual([response.status, response.body.code], [400, 'invalid-request'], field);
      assert.ok(
        fieldsOf(response).includes(prefix + field),
        `${field}: ${JSON.stringify(response.body)}`,
      );
    }
    assert.equal(world.orderCalls(), 0);
    assert.ok(!reachedPlatform());
  });

  test(`none of them is accepted in ${target} under __proto__`, async () => {
    for (const field of foreign) {
      const text = JSON.stringify(request('__proto')).replace(
        `"__proto":"${CANARY}"`,
        `"__proto__":{"${field}":"${CANARY}"}`,
      );
      const { status, body } = await send(path, JSON.parse(text));
      assert.deepEqual([status, body.errors[0]?.field], [400, `${prefix}__proto__`], field);
    }
    assert.equal(world.orderCalls(), 0);
    assert.ok(!reachedPlatform());
  });
}

test('a proxy that forwards the field would be detected', async () => {
  const forwardingProxy = recorder.between(async () => new Response());
  const body = JSON.stringify({ ...order, ...inject({}, 'additional_discount') });
  const length = recorder.calls.length;
  await forwardingProxy(
    new Request('https://platform.example/v3/orders', { method: 'POST', body }),
  );
  assert.ok(reachedPlatform());
  recorder.calls.splice(length);
});

test('the same order without such a field is placed, with exactly these fields', async () => {
  assert.equal((await send('/checkout/orders', order)).status, 201);
  const created = recorder.calls.find(
    ({ method, url }) => method === 'POST' && url.pathname === '/v3/orders',
  );
  assert.ok(created);
  const sent = JSON.parse(created.body) as Record<string, unknown> & {
    tickets: { participants: object[] }[];
    products: object[];
  };
  const contact = ['name', 'email'];
  const shippingNames = Object.keys(shipping).map((name) => `shipping_${name}`);
  assert.deepEqual(
    Object.keys(sent).toSorted(),
    [
      ...['date', 'status', 'lang', 'currency', 'vendor_id', 'external_reference', 'tickets'],
      ...['products', 'comment', 'affiliate_id', 'sale_params', 'email_newsletter_opt_in'],
      ...contact,
      ...shippingNames,
    ].toSorted(),
  );
  for (const ticket of sent.tickets) {
    assert.deepEqual(Object.keys(ticket).toSorted(), ['date_id', 'event_id', 'participants']);
    for (const participant of ticket.participants)
      assert.deepEqual(Object.keys(participant).toSorted(), ['name', 'price_id']);
  }
  for (const product of sent.products)
    assert.deepEqual(Object.keys(product).toSorted(), ['amount', 'product_id']);
  assertAllowedCalls(recorder.calls);
});
