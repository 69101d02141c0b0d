import { MINUTE } from '#contract/milliseconds';
import type { PaymentRequest, PaymentResponse } from '#contract/payment.schema';
import type { ProblemCode } from '#contract/problem.schema';
import type { SiteContext } from '../context.ts';
import { invalidField, ProblemError } from '../http/problems.ts';
import type { RaiseAlarm } from '../journal/alarm.ts';
import { type Authorisation, MOST_AUTHORISATIONS, pays } from '../journal/authorisation.ts';
import type { Intent } from '../journal/intent.ts';
import type { IntentIndex } from '../journal/intent-index.ts';
import type { Journal } from '../journal/journal.ts';
import { newIntent } from '../journal/new-intent.ts';
import { createOrderCheckGate } from '../journal/pass-order-check.ts';
import type { PaymentOperation } from '../journal/payment-failure.ts';
import { isExpired, type OpenedQuote, type Quote, quoteExpired } from '../journal/quote.ts';
import { newest, type StatusRecords } from '../journal/status.ts';
import type { UsedQuotes } from '../journal/used-quotes.ts';
import type { OrderOrigin } from '../order-check.ts';
import type { Visitor } from '../ports.ts';
import { FIRST_LOOKUP_PAUSE } from '../time-limits.ts';
import { askProvider } from './ask-provider.ts';
import { demandOf } from './demand.ts';
import { owedOf } from './owed.ts';
import { foundTaken, isPaymentFor, isTakenFor } from './paid.ts';
import {
  KeyRefused,
  type NewCharge,
  type PaymentProvider,
  PaymentRefused,
  type ProviderPayment,
} from './provider.ts';
import { createFailureReport } from './report-failure.ts';
import { unpayableOrder } from './unpayable-order.ts';

/** The payment of an order, before the order is sent. */
export interface CheckoutPayments {
  /**
   * Makes the provider's payment for a quote, which the customer then confirms. Repeated under the
   * same key, it resolves to the same payment. @throws {ProblemError}
   */
  make(
    request: QuotedPayment,
    key: string,
    visitor: Visitor,
    origin?: OrderOrigin,
  ): Promise<PaymentResponse>;
  /**
   * Makes another payment for a placed order whose hold has lapsed or whose saved method was
   * refused. Repeated, it resolves to the same payment.
   * @throws {ProblemError}
   */
  makeAgain(id: string): Promise<PaymentResponse>;
  /**
   * Checks right before the order is sent that it is paid, if it must be.
   * @throws {ProblemError} `payment-required`, `payment-unavailable`
   */
  verify(id: string, quote: Quote): Promise<void>;
}

type QuotedPayment = PaymentRequest & { readonly quote: string };

interface Parts {
  readonly provider: PaymentProvider | undefined;
  readonly journal: Pick<Journal, 'find' | 'open' | 'record'>;
  /** The intents with an open payment. */
  readonly index: Pick<IntentIndex, 'markOpen'>;
  readonly usedQuotes: Pick<UsedQuotes, 'use'>;
  readonly statuses: Pick<StatusRecords, 'find'>;
  readonly raiseAlarm: RaiseAlarm;
  readonly openQuote: (signed: string) => Promise<OpenedQuote>;
  readonly hash: (text: string) => Promise<string>;
  readonly viewIdOf: (key: string) => Promise<string>;
}

/** The operator is told of refusals with one code no more often, in milliseconds. */
const ALARM_PAUSE = 10 * MINUTE;

export function createCheckoutPayments(parts: Parts, context: SiteContext): CheckoutPayments {
  const { provider, journal, index, usedQuotes, statuses, raiseAlarm, openQuote, hash } = parts;
  const { site, clock } = context;
  const passOrderCheck = createOrderCheckGate(parts, context);
  const [siteLanguage = ''] = site.locale.split('-');
  const report = createFailureReport(journal, context);
  /** By the provider's code. */
  const quietUntil = new Map<string, number>();

  async function make(
    { quote: signedQuote, lang = siteLanguage }: QuotedPayment,
    key: string,
    visitor: Visitor,
    origin: OrderOrigin = {},
  ): Promise<PaymentResponse> {
    const id = await hash(key);
    const existing = await journal.find(id);
    // An order that was sent or refused needs no confirmation any more.
    if (existing && existing.state !== 'new') return describe(existing);
    const opened = await openQuote(signedQuote);
    const { quote } = opened;
    if (!provider || quote.total === 0 || demandOf(site.payments, quote.vendor_id) === 'none') {
      throw invalidField('quote', 'this order is not paid here');
    }
    if (isExpired(quote, clock(), existing)) throw quoteExpired();
    await usedQuotes.use(quote, id, visitor.takeIntent);
    const intent = existing ?? (await newIntent(opened, { key, fingerprint: '' }, parts, context));
    if (!existing) await journal.open(id, intent);
    const unpayable = unpayableOrder(quote, provider);
    if (unpayable) {
      // Where it may be left unpaid, it is.
      if (demandOf(site.payments, quote.vendor_id) === 'optional') return describe(intent);
      throw new ProblemError(unpayable);
    }
    await passOrderCheck({ ...origin, step: 'payment', id, lang }, intent);
    const { requests, charge_first: at_once } = site.payments;
    const saves_method = quote.kind === 'REQUEST' && requests === 'save';
    const how = saves_method ? { saves_method } : { ...(at_once && { at_once }) };
    const charge = { ...chargeOf(quote, intent), ...how };
    return describe(intent, await findOrCreate(id, intent, charge, quote.id));
  }

  async function makeAgain(id: string): Promise<PaymentResponse> {
    const intent = await journal.find(id);
    if (!intent) throw new ProblemError('not-found');
    const order = intent.order && newest(intent.order, await statuses.find(id));
    const owed = owedOf(intent, order, context);
    if (!owed && !intent.authorisations?.some(pays)) throw new ProblemError('payment-unavailable');
    if (!owed) return describe(intent);
    const { external_reference: reference, expected } = intent;
    const { charge_first: at_once } = site.payments;
    const amounts = { amount: owed.amount, currency: expected.currency };
    const charge = { ...amounts, reference, ...(at_once && { at_once }) };
    const payment = await findOrCreate(id, intent, charge, `due-${owed.amount}`);
    if (payment.state === 'unconfirmed') return describe(intent, payment);
    // The next look then takes the money at once, and the ticket says so.
    await index.markOpen({ site: site.key, id }, { looks: 0, next_look_at: clock() });
    return describe(intent);
  }

  function describe(
    { external_reference: reference }: Intent,
    payment?: ProviderPayment,
  ): PaymentResponse {
    return {
      provider: provider?.name ?? '',
      reference,
      client_secret: payment?.client_secret ?? '',
      is_confirmed: payment?.state !== 'unconfirmed',
    };
  }

  /** @param source what the charge is from: a quote, or what is due */
  async function findOrCreate(
    id: string,
    intent: Intent,
    charge: NewCharge,
    source: string,
  ): Promise<ProviderPayment> {
    if (!provider) throw new ProblemError('payment-unavailable');
    const payment =
      (await findUsable(provider, id, intent, charge)) ??
      (await create(provider, id, intent, charge, source));
    // The bank has not decided yet: the customer can neither order nor pay a second time.
    if (payment.state === 'processing') throw new ProblemError('payment-unavailable');
    return payment;
  }

  /** The payment that was made before, for example before the page was loaded again. */
  async function findUsable(
    provider: PaymentProvider,
    id: string,
    intent: Intent,
    { amount, saves_method = false }: NewCharge,
  ): Promise<ProviderPayment | undefined> {
    const { authorisations = [] } = intent;
    const isSame = (one: Authorisation) =>
      one.amount === amount && (one.saves_method ?? false) === saves_method;
    const made = authorisations.findLast((one) => mayPay(one) && isSame(one));
    const payment = made && (await readIfKnown(provider, id, intent, made.id));
    return payment?.state === 'voided' ? undefined : payment;
  }

  async function create(
    provider: PaymentProvider,
    id: string,
    intent: Intent,
    charge: NewCharge,
    source: string,
  ): Promise<ProviderPayment> {
    const { external_reference, authorisations = [] } = intent;
    const place = authorisations.length;
    if (place >= MOST_AUTHORISATIONS) throw new ProblemError('too-many-requests');
    // From the source alone: after the store has gone back, it leads to the same payment again.
    const key = `create-${external_reference}-${source}-${place}`;
    const payment = await ask('create', id, intent, () => provider.create(charge, key));
    // Indexed first, so that it is found even if this process ends before the next write.
    const row = { looks: 0, next_look_at: clock() + FIRST_LOOKUP_PAUSE };
    await index.markOpen({ site: site.key, id }, row);
    // Recorded before the customer can confirm it, so that no money is held without a record.
    await journal.record(id, {
      type: 'payment-made',
      authorisation: payment.id,
      amount: charge.amount,
      ...(payment.saves_method && { saves_method: true }),
    });
    return payment;
  }

  async function verify(id: string, quote: Quote): Promise<void> {
    const demand = demandOf(site.payments, quote.vendor_id);
    if (demand === 'none' || quote.total === 0) return;
    const intent = await journal.find(id);
    const { authorisations = [] } = intent ?? {};
    const made = authorisations.filter(mayPay);
    // A customer who has begun to pay gets no unpaid order, even where payment is optional.
    if (demand === 'optional' && made.length === 0) return;
    let isPending = false;
    for (const { id: authorisation } of made.toReversed()) {
      if (!provider || !intent) break;
      const payment = await readIfKnown(provider, id, intent, authorisation);
      if (!payment) continue;
      isPending ||= payment.state === 'processing';
      const charge = { ...chargeOf(quote, intent), saves_method: quote.kind === 'REQUEST' };
      if (isPaymentFor(payment, charge)) {
        const { held_until } = payment;
        const at = clock();
        await journal.record(id, { type: 'payment-verified', authorisation, at, held_until });
        return;
      }
      // Already captured: by `charge_first`, even if the site has since dropped it, or by hand.
      if (isTakenFor(payment, charge) && payment.captured === charge.amount) {
        await journal.record(id, foundTaken(payment, clock()));
        return;
      }
    }
    throw new ProblemError(isPending ? 'payment-unavailable' : 'payment-required');
  }

  /** Undefined if the provider does not know the payment, as after a change to another account. */
  async function readIfKnown(
    provider: PaymentProvider,
    id: string,
    intent: Intent,
    authorisation: string,
  ): Promise<ProviderPayment | undefined> {
    const payment = ask('read', id, intent, () => provider.read(authorisation));
    return payment.catch((error: unknown) => {
      if (error instanceof Error && error.cause instanceof PaymentRefused) return undefined;
      throw error;
    });
  }

  /** @throws {ProblemError} whether it is worth another try later */
  async function ask(
    operation: PaymentOperation,
    id: string,
    intent: Intent,
    call: () => Promise<ProviderPayment>,
  ): Promise<ProviderPayment> {
    return askProvider(call).catch(async (cause: unknown) => {
      const failed = await report(operation, cause, id, intent);
      // The refused key has a log line of its own.
      if (operation === 'create' && cause instanceof PaymentRefused) alarmOnce(failed);
      throw Object.assign(new ProblemError(problemOf(cause)), { cause });
    });
  }

  function alarmOnce(intent: Intent): void {
    const { code = '' } = intent.payment_failure ?? {};
    if (clock() < (quietUntil.get(code) ?? -Infinity)) return;
    quietUntil.set(code, clock() + ALARM_PAUSE);
    raiseAlarm('payment-refused', { intent });
  }

  return { make, makeAgain, verify };
}

/** Whether it may pay for the order: nothing of it was refunded. */
function mayPay({ state, refund = 0 }: Authorisation): boolean {
  return state === 'made' || state === 'authorised' || (state === 'captured' && refund === 0);
}

function chargeOf({ total, currency }: Quote, { external_reference }: Intent): NewCharge {
  return { amount: total, currency, reference: external_reference };
}

function problemOf(cause: unknown): ProblemCode {
  const isRefused = cause instanceof PaymentRefused || cause instanceof KeyRefused;
  return isRefused ? 'payment-impossible' : 'payment-unavailable';
}
