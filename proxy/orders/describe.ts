import type { IntentResponse } from '#contract/order.schema';
import { toInstant } from '../clock.ts';
import type { SiteContext } from '../context.ts';
import { type Authorisation, moneyOf, pays } from '../journal/authorisation.ts';
import { dueOf, type Intent, type IntentState, settledAt } from '../journal/intent.ts';
import { newest, type StatusRecord, type StoredDetails, sumPayments } from '../journal/status.ts';
import { describePayment } from '../payments/describe-payment.ts';
import { owedOf } from '../payments/owed.ts';

/** What the widget is told of each state of an intent. */
export const publicStates: Readonly<Record<IntentState, IntentResponse['state']>> = {
  new: 'open',
  sending: 'checking',
  unknown: 'checking',
  placed: 'placed',
  refused: 'refused',
  absent: 'absent',
};

const hasSummary: ReadonlySet<IntentResponse['state']> = new Set(['checking', 'placed']);

/** Who reads it: the customer by the order's key, or anyone by a copied link. */
export type Reader = 'customer' | 'viewer';

interface Options {
  readonly reader: Reader;
  /** Undefined while the status has not been read. */
  readonly status: StatusRecord | undefined;
  readonly view_key: string;
  readonly context: Pick<SiteContext, 'config' | 'site' | 'clock'>;
}

/** The public response for an intent, with the last known status of its order. */
export function describeIntent(
  intent: Intent,
  { reader, status, view_key, context }: Options,
): IntentResponse {
  const { order, problem, expected, opened_at, authorisations = [] } = intent;
  const state = publicStates[intent.state];
  const settled_by = toInstant(settledAt(intent));
  return {
    state,
    order: order && {
      ...newest(order, status),
      selfservice_url: selfserviceUrl(order.id, context.config.SELFSERVICE_URL),
      ordered_at: toInstant(opened_at),
      quoted_total: expected.total,
      quoted_currency: expected.currency,
      ...(authorisations.some(pays) && { paid_here: true as const }),
      ...describeStatus(status, reader),
      ...describeMoney(authorisations, status),
    },
    ...(status?.summary && hasSummary.has(state) && { summary: status.summary }),
    settled_by: state === 'checking' ? settled_by : null,
    problem,
    ...describePaymentOf(intent, status, context),
    view_key,
  };
}

function describePaymentOf(
  intent: Intent,
  status: StatusRecord | undefined,
  context: Options['context'],
): Pick<IntentResponse, 'payment'> {
  const { authorisations = [], expected, external_reference: reference } = intent;
  const order = intent.order && newest(intent.order, status);
  const owed = owedOf(intent, order, context);
  const payment = describePayment(authorisations, dueOf(intent, order), owed);
  if (!payment) return {};
  const { state, amount, taken_at, due_by } = payment;
  const times = {
    ...(taken_at !== undefined && { taken_at: toInstant(taken_at) }),
    ...(due_by !== undefined && { due_by: toInstant(due_by) }),
  };
  return { payment: { state, amount, currency: expected.currency, reference, ...times } };
}

function describeStatus(
  status: StatusRecord | undefined,
  reader: Reader,
): Partial<IntentResponse['order']> {
  const { details } = status ?? {};
  const { cancellation_date, expire_date, payment_date, tickets, products, vat } = details ?? {};
  return {
    ...(details && { cancellation_date, expire_date, payment_date, tickets, products }),
    ...(vat !== undefined && { vat }),
    ...(details && describeVouchers(details, reader)),
  };
}

/**
 * For each sum the larger of what this proxy took and what the platform reports: both mean the same
 * money, and the platform may report it late or never.
 */
function describeMoney(
  authorisations: readonly Authorisation[],
  { payments = [] }: Partial<StatusRecord> = {},
): Partial<IntentResponse['order']> {
  const here = moneyOf(authorisations);
  if (payments.length === 0) return here.paid > 0 ? here : {};
  const reported = sumPayments(payments);
  return {
    paid: Math.max(here.paid, reported.paid),
    refunded: Math.max(here.refunded, reported.refunded),
  };
}

/**
 * Voucher codes are worth money, and a copied link is passed on, so only the customer gets them.
 */
function describeVouchers(
  { voucher_orders, flex_tickets, redemptions }: StoredDetails,
  reader: Reader,
): Partial<IntentResponse['order']> {
  const isShown = reader === 'customer';
  const describe = <T extends { code: string }>(items: T[]) =>
    items.map((item) => ({ ...item, code: isShown ? item.code : '' }));
  return {
    ...(voucher_orders && { voucher_orders: describe(voucher_orders) }),
    ...(flex_tickets && { flex_tickets: describe(flex_tickets) }),
    ...(redemptions && { redemptions }),
  };
}

/** Spec, Events 7. */
function selfserviceUrl(orderId: string, base: string | undefined): string | null {
  return base ? `${base}/viewOrder/${encodeURIComponent(orderId)}` : null;
}
