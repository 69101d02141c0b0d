import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { OpenSandbox } from '../support.ts';
import { openSandbox, orderFor, vouchersOf } from '../support.ts';
import type { WireProblem } from '../wire.ts';

const KAYAK = 'Kayak on the Spree';

interface VoucherOrder {
  readonly id: string;
  readonly code: string;
  readonly status: string;
  readonly total_invoice: string;
  readonly additional_discount: string;
  readonly redeemed_coupons: readonly { readonly redeemed_value: string; readonly title: string }[];
  readonly redeemed_vouchers: readonly {
    readonly id: string;
    readonly redeemed_value: string;
    readonly purchasing_order_id: string;
  }[];
  readonly voucherOrders: readonly {
    readonly status: string;
    readonly vat: string;
    readonly voucher: readonly { readonly id: string; readonly value: string }[];
    readonly related_items: {
      readonly refundedOrders: readonly object[];
      readonly payments: readonly object[];
    };
  }[];
  readonly flexTickets: readonly {
    readonly id: string;
    readonly status: string;
    readonly price: string;
    readonly redemption_total: number;
    readonly redemption_available: number;
    readonly unlimited_redemptions: number;
    readonly flexOffer: readonly object[];
  }[];
  readonly tickets: readonly {
    readonly participants: readonly {
      readonly price_value: string;
      readonly redeemed_flexTicket: readonly { readonly redeemed_value: string }[];
    }[];
  }[];
}

async function place(sandbox: OpenSandbox, changes: object): Promise<VoucherOrder> {
  const order = await orderFor(sandbox, KAYAK, { ...changes });
  const { status, body } = await sandbox.post<VoucherOrder>('/v3/orders', order);
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}

async function list(sandbox: OpenSandbox, id: string): Promise<VoucherOrder | undefined> {
  return (await sandbox.list<VoucherOrder>('/v3/orders', { accept: id, status: 'ALL' }))[0];
}

test('Order: a coupon lowers the total by its percentage of the lines', async () => {
  const sandbox = await openSandbox();
  const [coupon] = (await vouchersOf(sandbox)).coupons;

  const order = await place(sandbox, { redeemed_coupons: [{ id: coupon?.id }] });

  assert.equal(order.total_invoice, '35.10');
  assert.deepEqual(
    order.redeemed_coupons.map(({ title, redeemed_value }) => [title, redeemed_value]),
    [['Welcome', '3.90']],
  );
});

test('Order: a voucher pays and leaves the total as it is, and its remaining value pays later', async () => {
  const sandbox = await openSandbox();
  const [voucher] = (await vouchersOf(sandbox)).vouchers;
  const leftOf = async () => (await vouchersOf(sandbox)).vouchers[0]?.left;

  const first = await place(sandbox, { redeemed_vouchers: [{ id: voucher?.id }] });
  assert.equal(first.total_invoice, '39.00');
  assert.equal(first.redeemed_vouchers[0]?.redeemed_value, '39.00');
  assert.equal(await leftOf(), '11.00');

  const second = await place(sandbox, { redeemed_vouchers: [{ id: voucher?.id }] });
  assert.equal(second.redeemed_vouchers[0]?.redeemed_value, '11.00');
  assert.equal(await leftOf(), '0.00');

  await sandbox.send(`/sandbox/orders/${first.id}/cancel`, { method: 'POST' });
  assert.equal(await leftOf(), '39.00');
});

test('Voucher order: a voucher that a vendor sells can be redeemed, until its order is canceled', async () => {
  const sandbox = await openSandbox({ client: 'vendor' });
  const sold = await place(sandbox, {
    tickets: [],
    voucherOrders: [{ voucher: [{ value: 30 }] }],
  });
  const [{ status, vat, voucher } = assert.fail()] = sold.voucherOrders;
  assert.deepEqual(
    [status, vat, voucher[0]?.value, sold.total_invoice],
    ['', '0.00', '30.00', '30.00'],
  );

  const changes = { redeemed_vouchers: [{ id: voucher[0]?.id }] };
  const order = await place(sandbox, changes);
  assert.equal(order.redeemed_vouchers[0]?.purchasing_order_id, sold.id);

  await sandbox.send(`/sandbox/orders/${sold.id}/cancel`, { method: 'POST' });
  const refused = await sandbox.post<WireProblem>(
    '/v3/orders',
    await orderFor(sandbox, KAYAK, changes),
  );
  assert.deepEqual([refused.status, refused.body.code], [400, '40040'], 'it is unknown, not spent');
});

test('Voucher order: related_items has the payments, and the orders that the voucher was refunded for', async () => {
  const sandbox = await openSandbox({ client: 'vendor' });
  const sold = await place(sandbox, { tickets: [], voucherOrders: [{ voucher: [{ value: 30 }] }] });
  const relatedItems = async () => (await list(sandbox, sold.id))?.voucherOrders[0]?.related_items;
  assert.deepEqual(await relatedItems(), { refundedOrders: [], payments: [] });

  await sandbox.send(`/sandbox/orders/${sold.id}/pay`, { method: 'POST' });
  const redeemed_vouchers = [{ id: sold.voucherOrders[0]?.voucher[0]?.id }];
  const order = await place(sandbox, { redeemed_vouchers });
  await sandbox.send(`/sandbox/orders/${order.id}/cancel`, { method: 'POST' });

  const { refundedOrders, payments } = (await relatedItems()) ?? assert.fail();
  assert.deepEqual(refundedOrders, [{ order_id: order.id, order_code: order.code }]);
  assert.deepEqual(payments.map(Object.keys), [['id']]);
});

test('Flex ticket: admits participants of its price, as often as it says', async () => {
  const sandbox = await openSandbox();
  const [five] = (await vouchersOf(sandbox)).flexOffers;
  const bought = await place(sandbox, {
    tickets: [],
    flexTickets: [{ flexOffer: [{ id: five?.id }] }],
  });
  const [flexTicket = assert.fail()] = bought.flexTickets;
  assert.deepEqual(
    [flexTicket.status, flexTicket.redemption_total, flexTicket.unlimited_redemptions],
    ['ACCEPTED', 5, 0],
  );
  assert.equal(flexTicket.price, '156.00');

  const body = await orderFor(sandbox, KAYAK);
  const [{ date_id }] = body['tickets'] as [{ date_id: string }];
  const event = await sandbox.event(KAYAK);
  const participant = {
    price_id: event.prices[0]?.id,
    redeemed_flexTicket: [{ id: flexTicket.id }],
  };
  const visit = await place(sandbox, { tickets: [{ date_id, participants: [participant] }] });

  assert.equal(visit.tickets[0]?.participants[0]?.redeemed_flexTicket[0]?.redeemed_value, '39.00');
  const left = async () => (await list(sandbox, bought.id))?.flexTickets[0]?.redemption_available;
  assert.equal(await left(), 4);

  await sandbox.send(`/sandbox/orders/${visit.id}/cancel`, { method: 'POST' });
  assert.equal(await left(), 5);
});

test('Flex ticket: admits nobody once its order is canceled', async () => {
  const sandbox = await openSandbox();
  const [five] = (await vouchersOf(sandbox)).flexOffers;
  const flexTickets = [{ flexOffer: [{ id: five?.id }] }];
  const bought = await place(sandbox, { tickets: [], flexTickets });
  const body = await orderFor(sandbox, KAYAK);
  const [{ date_id, participants }] = body['tickets'] as [
    { date_id: string; participants: [object] },
  ];
  const redeemed_flexTicket = [{ id: bought.flexTickets[0]?.id }];
  body['tickets'] = [{ date_id, participants: [{ ...participants[0], redeemed_flexTicket }] }];

  await sandbox.send(`/sandbox/orders/${bought.id}/cancel`, { method: 'POST' });

  const refused = await sandbox.post<WireProblem>('/v3/orders', body);
  assert.deepEqual([refused.status, refused.body.code], [400, '40045']);
});

test('Flex ticket: is pending with its order, has failed when that is declined', async () => {
  const sandbox = await openSandbox();
  const { flexOffers } = await vouchersOf(sandbox);
  const [unlimited] = flexOffers.slice(1);
  const order = await place(sandbox, {
    status: 'PENDING',
    tickets: [],
    flexTickets: [{ flexOffer: [{ id: unlimited?.id }] }],
  });
  assert.deepEqual(
    [order.flexTickets[0]?.status, order.flexTickets[0]?.unlimited_redemptions],
    ['PENDING', 1],
  );

  await sandbox.send(`/sandbox/orders/${order.id}/decline`, { method: 'POST' });

  assert.equal((await list(sandbox, order.id))?.flexTickets[0]?.status, 'FAILURE');
});

test('Create order: a client with orders_custom_prices sets prices, discount and total itself', async () => {
  const sandbox = await openSandbox({ client: 'vendor' });
  const body = await orderFor(sandbox, KAYAK);
  const [ticket] = body['tickets'] as [{ date_id: string; participants: [object] }];
  const participants = [{ ...ticket.participants[0], price_value: 20.5 }];

  const order = await place(sandbox, {
    tickets: [{ ...ticket, participants }],
    additional_discount: '0.50',
    total_invoice: 20,
  });

  assert.equal(order.tickets[0]?.participants[0]?.price_value, '20.50');
  assert.deepEqual([order.additional_discount, order.total_invoice], ['0.50', '20.00']);
});

test('Create order: without a vendor_id it is of the vendor whose date it is', async () => {
  const sandbox = await openSandbox();
  const body = await orderFor(sandbox, KAYAK);
  const vendorId = body['vendor_id'];
  delete body['vendor_id'];

  assert.equal((await sandbox.order(body)).body.vendor_id, vendorId);
});

test('Create order for a vendor: the path names the vendor, and the body may not name another', async () => {
  const sandbox = await openSandbox();
  const body = await orderFor(sandbox, KAYAK);
  const { vendor_id: own, ...rest } = body;
  const other = (await sandbox.vendors()).find(({ id }) => id !== own)?.id;

  const created = await sandbox.post<VoucherOrder>(`/v3/vendors/${String(own)}/orders`, rest);
  const responses = [
    await sandbox.post('/v3/vendors/nobody/orders', rest),
    await sandbox.post(`/v3/vendors/${String(own)}/orders`, { ...rest, vendor_id: other }),
    await sandbox.post(`/v3/vendors/${other ?? ''}/orders`, rest),
  ];

  assert.equal(created.status, 201);
  assert.deepEqual(
    responses.map(({ status }) => status),
    [404, 400, 400],
  );
  assert.equal((await sandbox.list('/sandbox/orders')).length, 1);
});
