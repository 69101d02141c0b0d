import { z } from 'zod';
import type { TestConfirmation, TestOutcome } from '#contract/payment.schema';
import { testCards } from '#contract/test-cards';
import type { ProxyContext } from '../context.ts';
import { invalidField, ProblemError } from '../http/problems.ts';
import { hash, isSameSecret } from '../secrets.ts';
import { createCodec } from '../store/codec.ts';
import { createRows } from '../store/rows.ts';
import { HOLD_LIFETIME } from '../time-limits.ts';
import {
  type NewCharge,
  type PaymentProvider,
  PaymentRefused,
  type ProviderPayment,
} from './provider.ts';

/** A payment provider without money and without a third party, for tests and demos. */
export interface TestProvider extends PaymentProvider {
  /**
   * What a provider's own script does for the page: the customer confirms a payment with a card.
   * @throws {ProblemError} `invalid-request` when there is no payment with this secret,
   * `payment-unavailable` when the response is lost
   */
  confirm(confirmation: TestConfirmation): Promise<TestOutcome>;
}

const row = z.object({
  amount: z.int(),
  currency: z.string(),
  reference: z.string(),
  client_secret: z.string(),
  state: z.enum(['unconfirmed', 'authorised', 'captured', 'voided']),
  captured: z.int(),
  refunded: z.int(),
  /** Whether the money is taken as soon as it is confirmed. */
  at_once: z.boolean().default(false),
  /** Whether the card is only saved, and charged later. */
  saves_method: z.boolean().default(false),
  /** When it was confirmed, by the wall clock. */
  confirmed_at: z.number().default(0),
  /** The card that it was confirmed with. */
  card: z.string(),
  /** The result of each call, by its idempotency key. */
  calls: z.record(z.string(), z.enum(['done', 'refused'])),
});
type Row = z.output<typeof row>;

const sums = { captured: 0, refunded: 0 };
const unpaid = { state: 'unconfirmed', ...sums, confirmed_at: 0, card: '', calls: {} } as const;

/** What a call changes; undefined when it is refused, and changes nothing. */
type Change =
  | (Partial<Pick<Row, 'state' | 'captured' | 'refunded'>> & { readonly isRefused?: true })
  | undefined;

/** Cards that the bank does not accept while the customer is away. */
const refusedLater: ReadonlySet<string> = new Set([
  testCards.isDeclinedLater,
  testCards.needsApprovalLater,
]);

/** A parameter, because hashing takes real time, and tests run on virtual time. */
interface Hashing {
  hash(text: string): Promise<string>;
  isSameSecret(given: string, secret: string): Promise<boolean>;
}

/** The payments are in the store, so that they survive a crash and all processes see the same. */
export function createTestProvider(
  { store, clock }: Pick<ProxyContext, 'store' | 'clock'>,
  hashing: Hashing = { hash, isSameSecret },
): TestProvider {
  const rows = createRows(store, createCodec<Row>(row));
  const keyOf = (id: string) => `test-payment/${id}`;

  async function load(id: string): Promise<Row> {
    const { value } = await rows.load(keyOf(id));
    if (!value) throw new PaymentRefused('no-such-payment');
    return withoutLapsed(value, clock());
  }

  /** Executes a call once per key; a repeated call gets the result of the first. */
  async function callOnce(
    id: string,
    key: string,
    changeOf: (payment: Row) => Change,
  ): Promise<ProviderPayment> {
    let isFirst = false;
    await rows.update(keyOf(id), (row) => {
      const payment = row && withoutLapsed(row, clock());
      isFirst = payment !== undefined && payment.calls[key] === undefined;
      if (!payment || !isFirst) return undefined;
      const { isRefused = false, ...change } = changeOf(payment) ?? { isRefused: true };
      const calls = {
        ...payment.calls,
        [key]: isRefused ? ('refused' as const) : ('done' as const),
      };
      return { ...payment, ...change, calls };
    });
    const payment = await load(id);
    if (payment.calls[key] === 'refused') throw new PaymentRefused(`payment-${payment.state}`);
    if (isFirst && payment.card === testCards.timesOut) throw new Error('the response is lost');
    return describe(id, payment);
  }

  /** With a card that answers twice, each call arrives twice. */
  async function call(
    id: string,
    key: string,
    changeOf: (payment: Row) => Change,
  ): Promise<ProviderPayment> {
    const payment = await callOnce(id, key, changeOf);
    const { card } = await load(id);
    return card === testCards.answersTwice ? callOnce(id, key, changeOf) : payment;
  }

  return {
    name: 'test',

    async create(given: NewCharge, key) {
      const { amount, currency, reference, at_once = false, saves_method = false } = given;
      const id = await hashing.hash(key);
      const client_secret = `${id}.${crypto.randomUUID()}`;
      await rows.update(keyOf(id), (payment) => {
        if (payment) return undefined;
        const charge = { amount, currency, reference, at_once, saves_method, client_secret };
        return { ...charge, ...unpaid };
      });
      return describe(id, await load(id));
    },

    read: async (id) => describe(id, await load(id)),

    capture: (id, amount, key) =>
      call(id, key, ({ state, amount: authorised, saves_method, card }) => {
        const isPossible = state === 'authorised' && amount > 0 && amount <= authorised;
        if (!isPossible) return undefined;
        if (saves_method && refusedLater.has(card)) return { state: 'voided', isRefused: true };
        return { state: 'captured', captured: amount };
      }),

    void: (id, key) =>
      call(id, key, ({ state }) => (state === 'captured' ? undefined : { state: 'voided' })),

    refund: (id, amount, key) =>
      call(id, key, ({ captured, refunded }) => {
        const isPossible = amount > 0 && refunded + amount <= captured;
        return isPossible ? { refunded: refunded + amount } : undefined;
      }),

    async confirm({ client_secret, card, is_approved }) {
      const [id = ''] = client_secret.split('.');
      const { value: payment } = await rows.load(keyOf(id));
      if (!payment || !(await hashing.isSameSecret(client_secret, payment.client_secret))) {
        throw invalidField('client_secret', 'there is no payment with this secret');
      }
      if (payment.state === 'authorised' || payment.state === 'captured') return 'authorised';
      if (card === testCards.isDeclined) return 'declined';
      if (card === testCards.needsSecondStep && !is_approved) return 'second-step';
      if (card === testCards.leavesPage && !is_approved) return 'other-page';
      let isAuthorised = false;
      await rows.update(keyOf(id), (current) => {
        isAuthorised = current?.state === 'unconfirmed';
        if (!current || !isAuthorised) return undefined;
        const confirmed = { ...current, card, confirmed_at: clock() };
        if (!current.at_once) return { ...confirmed, state: 'authorised' };
        return { ...confirmed, state: 'captured', captured: current.amount };
      });
      if (isAuthorised && card === testCards.timesOut)
        throw new ProblemError('payment-unavailable');
      return isAuthorised ? 'authorised' : 'declined';
    },
  };
}

/** Money is held as long as most cards hold it. */
function withoutLapsed(payment: Row, now: number): Row {
  const { state, saves_method, confirmed_at } = payment;
  const isHeld = state === 'authorised' && !saves_method;
  return isHeld && now >= confirmed_at + HOLD_LIFETIME ? { ...payment, state: 'voided' } : payment;
}

function describe(id: string, payment: Row): ProviderPayment {
  const { card: _, calls: __, at_once: ___, confirmed_at: ____, ...own } = payment;
  const { saves_method, ...rest } = own;
  return { id, ...rest, ...(saves_method && { saves_method }) };
}
