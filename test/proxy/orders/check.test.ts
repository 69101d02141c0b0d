import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Problem } from '#contract/problem.schema';
import { problem } from '#contract/problem.schema';
import {
  cartOf,
  createWorld,
  fieldsOf,
  hasTwoPrices,
  newKey,
  requestFor,
} from '../../support/world.ts';

const world = createWorld();
const choice = await world.choose(hasTwoPrices);
const quoted = await world.quoteOne(cartOf(choice, [1, 1]));
const good = requestFor(quoted);
const [line] = good.lines;
assert.ok(line);
const [one, two] = line.participants;
assert.ok(one && two);

const other = createWorld({ env: { PROXY_SECRET: 'another secret of thirty-two chars' } });
const foreign = await other.quoteOne(cartOf(choice, [1, 1]));

/** One, as a quote is good for one order; a refused one may be corrected under it. */
const KEY = newKey();
const withLines = (...lines: unknown[]) => ({ ...good, lines });
const withContact = (change: object) => ({ ...good, contact: { ...good.contact, ...change } });
const forgedTotal = Buffer.from(quoted.quote.split('.')[1] ?? '', 'base64url')
  .toString()
  .replace(/"total":\d+/, '"total":1');
const forged = quoted.quote.replace(
  /\.[^.]+\./,
  `.${Buffer.from(forgedTotal).toString('base64url')}.`,
);

const bad: [what: string, request: unknown, status: number, code: string, field: string][] = [
  ['an unknown field', { ...good, total_invoice: 1 }, 400, 'invalid-request', 'total_invoice'],
  ['a status', { ...good, status: 'ACCEPTED' }, 400, 'invalid-request', 'status'],
  [
    'a payment',
    { ...good, payment_date: '2026-11-21T09:00:00Z' },
    400,
    'invalid-request',
    'payment_date',
  ],
  ['a vendor', { ...good, vendor_id: 'x' }, 400, 'invalid-request', 'vendor_id'],
  [
    'a reference',
    { ...good, external_reference: 'x' },
    400,
    'invalid-request',
    'external_reference',
  ],
  ['an expiry', { ...good, expire_date: '' }, 400, 'invalid-request', 'expire_date'],
  [
    'a discount',
    { ...good, additional_discount: 5 },
    400,
    'invalid-request',
    'additional_discount',
  ],
  [
    'a price of one’s own',
    withLines({ ...line, participants: [{ ...one, price_value: 1 }, two] }),
    400,
    'invalid-request',
    'lines[0].participants[0].price_value',
  ],
  [
    'an unknown field of the contact',
    withContact({ internal_notes: 'x' }),
    400,
    'invalid-request',
    'contact.internal_notes',
  ],
  ['a name of one letter', withContact({ name: ' I ' }), 400, 'invalid-request', 'contact.name'],
  ['no e-mail address', withContact({ email: 'ida' }), 400, 'invalid-request', 'contact.email'],
  [
    'a country in words',
    withContact({ country: 'Germany' }),
    400,
    'invalid-request',
    'contact.country',
  ],
  ['no contact', { ...good, contact: undefined }, 400, 'invalid-request', 'contact'],
  ['a language in words', { ...good, lang: 'German' }, 400, 'invalid-request', 'lang'],
  [
    'a price id as text',
    withLines({ ...line, participants: [{ ...one, price_id: `${one.price_id}` }, two] }),
    400,
    'invalid-request',
    'lines[0].participants[0].price_id',
  ],
  [
    'a participant’s wrong e-mail',
    withLines({ ...line, participants: [one, { ...two, email: 'x' }] }),
    400,
    'invalid-request',
    'lines[0].participants[1].email',
  ],
  [
    'zero participants',
    withLines({ ...line, participants: [] }),
    400,
    'invalid-request',
    'lines[0].participants',
  ],
  ['no lines', withLines(), 400, 'invalid-request', 'lines'],
  ['a number as quote', { ...good, quote: 5 }, 400, 'invalid-request', 'quote'],
  ['an endless quote', { ...good, quote: 'x'.repeat(16_385) }, 400, 'invalid-request', 'quote'],
  ['no quote at all', { ...good, quote: '' }, 422, 'quote-invalid', 'quote'],
  ['a forged total', { ...good, quote: forged }, 422, 'quote-invalid', 'quote'],
  ['another proxy’s quote', { ...good, quote: foreign.quote }, 422, 'quote-invalid', 'quote'],
  [
    'one participant too few',
    withLines({ ...line, participants: [one] }),
    422,
    'participants-mismatch',
    'lines[0].participants',
  ],
  [
    'one participant too many',
    withLines({ ...line, participants: [one, two, two] }),
    422,
    'participants-mismatch',
    'lines[0].participants',
  ],
  [
    'the cheaper price twice',
    withLines({ ...line, participants: [two, two] }),
    422,
    'participants-mismatch',
    'lines[0].participants',
  ],
  [
    'a price that was not quoted',
    withLines({ ...line, participants: [one, { ...two, price_id: 1 }] }),
    422,
    'participants-mismatch',
    'lines[0].participants',
  ],
  [
    'a date that was not quoted',
    withLines({ ...line, date_id: 'none' }),
    422,
    'participants-mismatch',
    'lines[0].date_id',
  ],
  ['a line twice', withLines(line, line), 422, 'participants-mismatch', 'lines[1].date_id'],
];
for (const [what, request, status, code, field] of bad) {
  test(`refuses ${what}: ${code} at ${field}`, async () => {
    const response = await world.place<Problem>(request, KEY);

    problem.parse(response.body);
    assert.deepEqual([response.status, response.body.code], [status, code]);
    assert.ok(fieldsOf(response).includes(field), JSON.stringify(response.body.errors));
    assert.equal(world.orderCalls(), 0);
  });
}

test('control: the same order without the fault is placed', async () => {
  const fresh = createWorld();
  const order = await fresh.quoteOne(cartOf(choice, [1, 1]));
  assert.equal((await fresh.place(requestFor(order), newKey())).status, 201);
});

for (const key of [
  '',
  'short',
  'x'.repeat(42),
  'x'.repeat(44),
  `${'x'.repeat(42)}!`,
  `${'x'.repeat(42)}=`,
]) {
  test(`refuses ${key.slice(0, 6) || 'no key'} (${key.length}) as Idempotency-Key`, async () => {
    const placing = await world.place<Problem>(good, key);
    assert.deepEqual([placing.status, fieldsOf(placing)], [400, ['Idempotency-Key']]);

    const asking = await world.get<Problem>(
      '/checkout/intent',
      key ? { 'Idempotency-Key': key } : {},
    );
    assert.deepEqual([asking.status, fieldsOf(asking)], [400, ['Idempotency-Key']]);
  });
}

test('refuses an order that leaves out a quoted line', async () => {
  const fresh = createWorld();
  const isBooking: Parameters<typeof fresh.choose>[0] = ({ event }) => event.type === 'BOOKING';
  const first = await fresh.choose(isBooking);
  const second = await fresh.choose(
    (choice) =>
      isBooking(choice) &&
      choice.date.id !== first.date.id &&
      choice.event.vendor_id === first.event.vendor_id &&
      choice.group.prices[0]?.currency === first.group.prices[0]?.currency,
  );
  const [one, two] = [cartOf(first, [1]), cartOf(second, [1])];
  const order = await fresh.quoteOne({ ...one, lines: [...one.lines, ...two.lines] });
  const request = requestFor(order);
  const key = newKey();

  const response = await fresh.place<Problem>({ ...request, lines: request.lines.slice(1) }, key);

  assert.deepEqual([response.status, response.body.code], [422, 'participants-mismatch']);
  assert.deepEqual(
    response.body.errors.map(({ field, date_id }) => [field, date_id]),
    [['lines', request.lines[0]?.date_id]],
  );
  assert.equal(fresh.orderCalls(), 0);
  assert.equal((await fresh.place(request, key)).status, 201);
});

test('an intent that was never opened is not found', async () => {
  assert.equal((await world.find(newKey())).status, 404);
});

test('an old quote is refused, and nothing is sent', async () => {
  const late = createWorld();
  const order = await late.quoteOne(cartOf(await late.choose(), [2]));
  late.advance(30 * 60_000);

  const { status, body } = await late.place<Problem>(requestFor(order), newKey());

  assert.deepEqual([status, body.code], [409, 'quote-expired']);
  assert.equal(late.orderCalls(), 0);
});
