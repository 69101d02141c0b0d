import assert from 'node:assert/strict';
import { test } from 'vitest';
import {
  type NewCharge,
  type PaymentProvider,
  PaymentRefused,
  type ProviderPayment,
} from '../../../proxy/payments/provider.ts';

/** A provider with an account of its own. */
export interface OpenedProvider {
  readonly provider: PaymentProvider;
  /** The same account as another process has it. */
  readonly other: PaymentProvider;
  /** What the customer does in the browser, with a card that succeeds. */
  readonly confirm: (clientSecret: string) => Promise<unknown>;
  /** The same with cards that are refused once they are charged while the customer is away. */
  readonly confirmForNow: readonly ((clientSecret: string) => Promise<unknown>)[];
  readonly passDays: (days: number) => void;
}

const held: NewCharge = { amount: 9_800, currency: 'EUR', reference: 'order-1' };

/** The contract of every payment provider: what is held, and what is charged to a kept method. */
export function testProvider(name: string, open: () => OpenedProvider): void {
  testCharge(name, held, open);
  testCharge(`${name}, of a kept method,`, { ...held, saves_method: true }, open);

  test(`${name} holds nothing with a kept method, and says so`, async () => {
    const { provider } = open();
    const kept = await provider.create({ ...held, saves_method: true }, 'create');
    const other = await provider.create(held, 'create another');
    assert.deepEqual([kept.saves_method, other.saves_method], [true, undefined]);
  });

  for (const place of open().confirmForNow.keys()) {
    test(`${name} takes nothing from a kept method that is refused later (${place}), and forgets it`, async () => {
      const { provider, other, confirmForNow } = open();
      const { id, client_secret } = await provider.create(
        { ...held, saves_method: true },
        'create',
      );
      await confirmForNow[place]?.(client_secret);
      assert.equal((await provider.read(id)).state, 'authorised');
      for (const one of [provider, other, provider]) {
        await assert.rejects(one.capture(id, 9_800, 'capture'), PaymentRefused);
      }
      await assert.rejects(other.capture(id, 9_800, 'capture again'), PaymentRefused);

      const { state, captured } = await provider.read(id);
      assert.deepEqual([state, captured], ['voided', 0]);
    });
  }
}

function testCharge(name: string, charge: NewCharge, open: () => OpenedProvider): void {
  const { saves_method } = charge;
  const keeps = (promise: string, check: (opened: OpenedProvider) => Promise<void>) =>
    test(`${name} ${promise}`, () => check(open()));

  async function openConfirmed(opened: OpenedProvider): Promise<ProviderPayment> {
    const payment = await opened.provider.create(charge, 'create');
    await opened.confirm(payment.client_secret);
    return payment;
  }

  keeps('makes a payment of the charge, from which nothing is taken', async ({ provider }) => {
    const { id, client_secret, ...payment } = await provider.create(charge, 'create');

    const untouched = { state: 'unconfirmed', captured: 0, refunded: 0 };
    assert.deepEqual(payment, { ...charge, ...untouched });
    assert.deepEqual(await provider.read(id), { id, client_secret, ...payment });
  });

  for (const [currency, amount] of Object.entries({ JPY: 12_000, KWD: 3_900 })) {
    keeps(`leaves an amount in ${currency} as it is`, async ({ provider }) => {
      const { id } = await provider.create({ ...charge, currency, amount }, 'create');
      const payment = await provider.read(id);
      assert.deepEqual([payment.currency, payment.amount], [currency, amount]);
    });
  }

  keeps('makes one payment under a key, in whichever process', async ({ provider, other }) => {
    const made = await Promise.all([
      provider.create(charge, 'create'),
      other.create(charge, 'create'),
      provider.create(charge, 'create'),
    ]);
    const another = await other.create(charge, 'create another');

    assert.equal(new Set(made.map(({ id }) => id)).size, 1);
    assert.equal(new Set(made.map(({ client_secret }) => client_secret)).size, 1);
    assert.notEqual(another.id, made[0].id);
  });

  keeps('knows of no payment that was not made', async ({ provider }) => {
    await assert.rejects(provider.read('unknown'), PaymentRefused);
    await assert.rejects(provider.capture('unknown', 1, 'capture'), PaymentRefused);
  });

  keeps('can take the money once the customer has confirmed', async (opened) => {
    const { id } = await openConfirmed(opened);
    const { state, captured } = await opened.other.read(id);
    assert.deepEqual([state, captured], ['authorised', 0]);
  });

  keeps('confirms only the payment of the secret', async ({ provider, confirm }) => {
    const [first, second] = [
      await provider.create(charge, 'first'),
      await provider.create(charge, 'second'),
    ];
    await confirm(second.client_secret);
    await Promise.resolve(confirm(`${first.client_secret}x`)).catch(() => {});
    assert.equal((await provider.read(first.id)).state, 'unconfirmed');
  });

  keeps('takes nothing that was not confirmed', async (opened) => {
    const { provider } = opened;
    const { id, client_secret } = await provider.create(charge, 'create');
    await assert.rejects(provider.capture(id, charge.amount, 'capture'), PaymentRefused);

    assert.equal((await provider.read(id)).captured, 0);
    if (saves_method) return;
    // What was refused under a key is not done later.
    await opened.confirm(client_secret);
    await assert.rejects(provider.capture(id, charge.amount, 'capture'), PaymentRefused);
    assert.equal((await provider.read(id)).captured, 0);
  });

  keeps('takes a part of what is held, and releases the rest', async (opened) => {
    const { id } = await openConfirmed(opened);
    const { state, captured } = await opened.provider.capture(id, 7_800, 'capture');
    assert.deepEqual([state, captured], ['captured', 7_800]);
    await assert.rejects(opened.provider.capture(id, 2_000, 'capture the rest'));
    assert.equal((await opened.provider.read(id)).captured, 7_800);
  });

  keeps('takes no more than is held', async (opened) => {
    const { id } = await openConfirmed(opened);
    await assert.rejects(opened.provider.capture(id, 9_801, 'capture'), PaymentRefused);
    assert.equal((await opened.provider.read(id)).state, 'authorised');
  });

  keeps('takes once, whoever repeats the call', async (opened) => {
    const { provider, other } = opened;
    const { id } = await openConfirmed(opened);
    const taken = await Promise.all([
      provider.capture(id, 9_800, 'capture'),
      other.capture(id, 9_800, 'capture'),
    ]);
    await other.capture(id, 9_800, 'capture');

    assert.deepEqual(
      taken.map(({ captured }) => captured),
      [9_800, 9_800],
    );
  });

  keeps('does either of two processes’ calls where both cannot be', async (opened) => {
    const { provider, other } = opened;
    const { id } = await openConfirmed(opened);
    const ends = await Promise.allSettled([
      provider.capture(id, 9_800, 'capture'),
      other.void(id, 'void'),
    ]);
    const { state } = await provider.read(id);

    assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.equal(state, ends[0].status === 'fulfilled' ? 'captured' : 'voided');
  });

  keeps('voids what is held, and what was not confirmed', async (opened) => {
    const { provider, confirm } = opened;
    const { id } = await openConfirmed(opened);
    assert.equal((await provider.void(id, 'void')).state, 'voided');
    await assert.rejects(provider.capture(id, 1, 'capture'), PaymentRefused);

    const unpaid = await provider.create(charge, 'create another');
    await provider.void(unpaid.id, 'void another');
    await Promise.resolve(confirm(unpaid.client_secret)).catch(() => {});
    assert.equal((await provider.read(unpaid.id)).state, 'voided');
  });

  keeps('does not void what was taken', async (opened) => {
    const { provider } = opened;
    const { id } = await openConfirmed(opened);
    await provider.capture(id, 9_800, 'capture');
    await assert.rejects(provider.void(id, 'void'), PaymentRefused);
    assert.equal((await provider.read(id)).state, 'captured');
  });

  keeps('gives back in parts, each once, and never more than was taken', async (opened) => {
    const { provider, other } = opened;
    const { id } = await openConfirmed(opened);
    await assert.rejects(provider.refund(id, 1, 'refund too early'), PaymentRefused);
    await provider.capture(id, 9_800, 'capture');
    await Promise.all([provider.refund(id, 2_000, 'a'), other.refund(id, 2_000, 'a')]);
    assert.equal((await provider.read(id)).refunded, 2_000);

    await provider.refund(id, 7_800, 'b');
    await assert.rejects(provider.refund(id, 1, 'c'), PaymentRefused);
    const { state, captured, refunded, refunding } = await other.read(id);
    assert.deepEqual([state, captured, refunded], ['captured', 9_800, 9_800]);
    assert.equal(refunding, undefined, 'nothing is on its way any more');
  });

  keeps('gives back once under a key, however late the call is repeated', async (opened) => {
    const { provider, other, passDays } = opened;
    const { id } = await openConfirmed(opened);
    await provider.capture(id, 9_800, 'capture');
    await provider.refund(id, 2_000, 'refund');
    passDays(30);
    const { refunded } = await other.refund(id, 2_000, 'refund');
    assert.equal(refunded, 2_000);
  });
}
