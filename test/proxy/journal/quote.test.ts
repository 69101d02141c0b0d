import assert from 'node:assert/strict';
import { SignJWT } from 'jose';
import { test } from 'vitest';
import { ProblemError } from '../../../proxy/http/problems.ts';
import { isExpired, quoteKeyOf, signQuote, verifyQuote } from '../../../proxy/journal/quote.ts';
import type { PricedOrder } from '../../../proxy/orders/price-cart.ts';

const SECRET = 'a secret of thirty-two characters';
const key = await quoteKeyOf(SECRET, 'default');
const order: PricedOrder = {
  kind: 'BOOKING',
  vendor_id: 'v1',
  vendor_name: 'Grüße & Söhne',
  currency: 'EUR',
  lines: [
    {
      event_id: 'e1',
      root_event_id: 'e1',
      date_id: 'd1',
      title: 'Kayak',
      date: '2026-12-01T10:00:00Z',
      duration: 60,
      timezone: 'Europe/Berlin',
      meeting_location: 'Gate',
      location: null,
      meeting_position: null,
      pre_time: 0,
      bring: '',
      opening_hours: false,
      participant_hint: '',
      prices: [{ price_id: 7, title: 'Adult', amount: 2, value: 3900, total: 7800 }],
      total: 7800,
    },
  ],
  products: [
    { product_id: 'p1', name: 'Map', amount: 1, price: 450, total: 450, shipping_address: false },
  ],
  shipping_address: true,
  total: 8250,
  vat: 1245,
};
const stamp = { id: 'q1', expires_at: 1_000, mark: { history: 'h', version: 7 } };
const signed = await signQuote(order, stamp, key);

test('a quote comes back as it was signed', async () => {
  assert.deepEqual(await verifyQuote(signed, key), {
    ...stamp,
    kind: 'BOOKING',
    vendor_id: 'v1',
    currency: 'EUR',
    shipping_address: true,
    total: 8250,
    lines: [
      {
        event_id: 'e1',
        date_id: 'd1',
        date: '2026-12-01T10:00:00Z',
        timezone: 'Europe/Berlin',
        total: 7800,
        prices: [{ price_id: 7, amount: 2, value: 3900 }],
      },
    ],
    products: [{ product_id: 'p1', amount: 1, total: 450 }],
  });
});

test('a quote is refused from the moment that it expires', async () => {
  assert.equal(isExpired(await verifyQuote(signed, key), 1_000), true);
});

test('what a later version signs besides is ignored, so that two versions can run side by side', async () => {
  const quote = await verifyQuote(signed, key);
  const later = {
    ...quote,
    channel: 'kiosk',
    lines: quote.lines.map((line) => ({
      ...line,
      row: 'A',
      prices: line.prices.map((price) => ({ ...price, tier: 1 })),
    })),
    products: quote.products.map((product) => ({ ...product, size: 'M' })),
  };
  const signedLater = await new SignJWT(later).setProtectedHeader({ alg: 'HS256' }).sign(key);

  assert.deepEqual(await verifyQuote(signedLater, key), quote);
});

test('another proxy’s quote is refused', async () => {
  const other = await quoteKeyOf('another secret of many characters', 'default');
  await assertProblem(await signQuote(order, stamp, other), 'quote-invalid');
});

test('a quote that was signed for another site is refused', async () => {
  const other = await quoteKeyOf(SECRET, 'other');
  await assertProblem(await signQuote(order, stamp, other), 'quote-invalid');
});

test('an unsigned quote is refused, whatever algorithm it names', async () => {
  const [, content] = signed.split('.');
  for (const header of [{ alg: 'none' }, { alg: 'HS256', b64: false, crit: ['b64'] }, {}]) {
    const head = Buffer.from(JSON.stringify(header)).toString('base64url');
    for (const end of ['', '.', '.AA']) {
      await assertProblem(`${head}.${content}${end}`, 'quote-invalid');
    }
  }
});

test('a quote with any letter changed is refused', async () => {
  for (let at = 0; at < signed.length; at += 1) {
    // The last letter has two bits that are not decoded, in which A and B differ.
    const letter = signed[at] === 'A' ? 'E' : 'A';
    const forged = signed.slice(0, at) + letter + signed.slice(at + 1);
    await assertProblem(forged, 'quote-invalid');
  }
});

const forged = [
  '',
  '.',
  '..',
  '...',
  'eyJhbGciOiJIUzI1NiJ9',
  'eyJhbGciOiJub25lIn0..',
  'eyJhbGciOiJIUzI1NiJ9.e30.',
  `${signed}.`,
  ` ${signed}`,
  `${signed}.${signed}`,
  'ü.ü.ü',
  'null',
];
for (const quote of forged) {
  test(`refuses ${quote.slice(0, 20) || 'nothing'}… as a quote`, async () => {
    await assertProblem(quote, 'quote-invalid');
  });
}

async function assertProblem(quote: string, code: string): Promise<void> {
  await assert.rejects(verifyQuote(quote, key), (error: unknown) => {
    assert.ok(error instanceof ProblemError);
    assert.equal(error.code, code);
    assert.equal(error.errors[0]?.field, 'quote');
    return true;
  });
}
