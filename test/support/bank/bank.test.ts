import assert from 'node:assert/strict';
import { test } from 'vitest';
import { testCards } from '#contract/test-cards';
import { PaymentRefused } from '../../../proxy/payments/provider.ts';
import { testProvider } from '../../proxy/payments/contract.ts';
import { createBank } from './bank.ts';

testProvider('the bank of the tests', () => {
  const { provider, connect, confirm } = createBank();
  return {
    provider,
    other: connect((_, act) => act()),
    // Holds lapse when a test says so, and keys are heeded for ever.
    passDays: () => {},
    confirm: (secret) => confirm(secret),
    confirmForNow: [testCards.isDeclinedLater, testCards.needsApprovalLater].map(
      (card) => (secret: string) => confirm(secret, card),
    ),
  };
});

const charge = { amount: 9_800, currency: 'EUR', reference: 'order-1' };

async function openConfirmed(more: { readonly saves_method?: boolean } = {}) {
  const bank = createBank();
  const { id, client_secret } = await bank.provider.create({ ...charge, ...more }, 'create');
  await bank.confirm(client_secret);
  return { bank, provider: bank.provider, id };
}

test('a second capture under another key is refused, and is in the book', async () => {
  const { bank, provider, id } = await openConfirmed();
  await provider.capture(id, 9_800, 'capture');
  await provider.capture(id, 9_800, 'capture');
  assert.deepEqual([bank.became(id), bank.taken()], [['capture'], 9_800]);

  await assert.rejects(provider.capture(id, 9_800, 'capture again'), PaymentRefused);
  assert.deepEqual([bank.became(id), bank.taken()], [['capture', 'capture'], 19_600]);
  assert.equal((await provider.read(id)).captured, 9_800);
  assert.deepEqual(bank.payments()[0]?.captures, [9_800, 9_800]);
});

test('a refund of more than was taken is refused, and is in the book', async () => {
  const { bank, provider, id } = await openConfirmed();
  await provider.capture(id, 9_800, 'capture');
  await provider.refund(id, 9_800, 'refund');
  await assert.rejects(provider.refund(id, 9_800, 'refund again'), PaymentRefused);

  assert.equal(bank.returned(), 19_600);
});

test('a capture of what has lapsed is refused, and is in no book', async () => {
  const { bank, provider, id } = await openConfirmed();
  assert.deepEqual(bank.held(), [id]);
  await bank.lapse(id);
  await assert.rejects(provider.capture(id, 9_800, 'capture'), PaymentRefused);

  assert.deepEqual([bank.held(), bank.became(id), bank.taken()], [[], ['void'], 0]);
  assert.equal(bank.payments()[0]?.state, 'released');
});

test('what is lost is done, and what finds the bank down is not', async () => {
  const { bank, provider, id } = await openConfirmed();
  bank.faults.next = () => 'is down';
  await assert.rejects(provider.capture(id, 9_800, 'capture'), TypeError);
  assert.deepEqual([bank.became(id), bank.calls.length], [[], 1]);

  bank.faults.next = () => 'loses';
  await assert.rejects(provider.capture(id, 9_800, 'capture'), TypeError);
  assert.deepEqual([bank.became(id), bank.calls.length], [['capture'], 2]);
});

test('what is refused under a key is refused again, and a kept method is forgotten', async () => {
  const { bank, provider, id } = await openConfirmed({ saves_method: true });
  assert.deepEqual([bank.kept(), bank.held()], [[id], []]);
  bank.faults.next = () => 'refuses';
  await assert.rejects(provider.capture(id, 9_800, 'capture'), PaymentRefused);
  bank.faults.next = () => undefined;
  await assert.rejects(provider.capture(id, 9_800, 'capture'), PaymentRefused);

  assert.deepEqual([bank.kept(), bank.became(id)], [[], ['void']]);
});

test('a kept method whose card is declined later is forgotten in the book too', async () => {
  const bank = createBank();
  const kept = await bank.provider.create({ ...charge, saves_method: true }, 'create');
  await bank.confirm(kept.client_secret, testCards.isDeclinedLater);
  await assert.rejects(bank.provider.capture(kept.id, 9_800, 'capture'), PaymentRefused);

  assert.deepEqual([bank.kept(), bank.became(kept.id)], [[], ['void']]);
});

test('a refund that is on its way is told so until it arrives', async () => {
  const { bank, provider, id } = await openConfirmed();
  await provider.capture(id, 9_800, 'capture');
  await provider.refund(id, 9_800, 'refund');
  const arrive = bank.delayRefund(id, 9_800);
  const before = await provider.read(id);
  assert.deepEqual([before.refunded, before.refunding], [0, 9_800]);
  arrive();
  const after = await provider.read(id);
  assert.deepEqual([after.refunded, after.refunding], [9_800, undefined]);
});
