import { minorDigits } from '#contract/currency';
import { toInstant } from '../clock.ts';
import type { ProxyContext, SiteContext } from '../context.ts';
import type { Authorisation } from '../journal/authorisation.ts';
import type { Intent } from '../journal/intent.ts';
import { createIntentIndex } from '../journal/intent-index.ts';
import { createJournal } from '../journal/journal.ts';
import type { BalanceEntry } from '../payments/provider.ts';
import { providerOf } from '../payments/site-provider.ts';
import type { Column } from './csv.ts';

/** A payment as the journal has it. Amounts are in minor units. */
export interface ListedPayment {
  readonly payment: string;
  readonly reference: string;
  /** The order's code; empty if there is none. */
  readonly order: string;
  readonly site: string;
  readonly vendor: string;
  readonly amount: number;
  readonly currency: string;
  readonly saves_method: boolean;
  readonly state: Authorisation['state'];
  readonly taken: number;
  readonly refund: number;
  /** Undefined if the provider does not tell it. */
  readonly fee: number | undefined;
  readonly fee_currency: string;
  /** When it was taken, else held, else begun, by the wall clock. */
  readonly at: number;
}

/** Where journal and provider do not agree. */
export interface PaymentDifference {
  readonly site: string;
  readonly payment: string;
  readonly text: string;
}

export interface PaymentList {
  readonly payments: readonly ListedPayment[];
  /** Empty for a site whose provider does not list its balance. */
  readonly differences: readonly PaymentDifference[];
  /** Sites whose provider has not told its balance, so that nothing was compared. */
  readonly unasked: readonly string[];
}

interface Wanted {
  /** By the wall clock. */
  readonly since: number;
  /** The key of a site; all when left out. */
  readonly site?: string | undefined;
}

export const paymentColumns: readonly Column<ListedPayment>[] = [
  { name: 'payment', value: (one) => one.payment },
  { name: 'reference', value: (one) => one.reference },
  { name: 'order', value: (one) => one.order },
  { name: 'site', value: (one) => one.site },
  { name: 'vendor', value: (one) => one.vendor },
  { name: 'amount', value: (one) => decimal(one.amount, one.currency) },
  { name: 'currency', value: (one) => one.currency },
  { name: 'state', value: (one) => one.state },
  { name: 'taken', value: (one) => decimal(one.taken, one.currency) },
  { name: 'refund', value: (one) => decimal(one.refund, one.currency) },
  { name: 'fee', value: ({ fee, fee_currency }) => fee && decimal(fee, fee_currency) },
  { name: 'fee_currency', value: (one) => one.fee_currency },
  { name: 'at', value: (one) => toInstant(one.at) },
];

/**
 * The payments of the journals, with the fees that the provider tells, and where its balance says
 * something else. It changes nothing.
 */
export async function listPayments(
  options: Omit<ProxyContext, 'log'>,
  { since, site: wanted }: Wanted,
): Promise<PaymentList> {
  const payments: ListedPayment[] = [];
  const differences: PaymentDifference[] = [];
  const unasked: string[] = [];
  for (const site of options.config.sites) {
    if (wanted !== undefined && site.key !== wanted) continue;
    const context: SiteContext = { ...options, site, log: () => {} };
    const all = await readJournal(context);
    const recent = all.filter(({ at }) => at >= since);
    const { listBalance } = (site.stripe && providerOf(site, context)) ?? {};
    const entries = await listBalance?.(since).catch(() => undefined);
    if (!entries) {
      payments.push(...recent);
      if (listBalance || recent.length > 0) unasked.push(site.key);
      continue;
    }
    const booked = bookEntries(all, entries);
    payments.push(...recent.map((one) => withFee(one, booked.of.get(one) ?? [])));
    for (const one of recent) differences.push(...differencesOf(one, booked.of.get(one) ?? []));
    differences.push(...booked.strange.map((entry) => strangerOf(entry, site.key)));
  }
  return { payments: payments.toSorted((a, b) => a.at - b.at), differences, unasked };
}

async function readJournal(context: SiteContext): Promise<ListedPayment[]> {
  const parts = { index: createIntentIndex(context), raiseAlarm: () => {} };
  const found: ListedPayment[] = [];
  await createJournal(parts, context).visit(async (_, intent) => {
    for (const one of intent.authorisations ?? []) {
      found.push(toListed(intent, one, context.site.key));
    }
  });
  return found;
}

function toListed(intent: Intent, authorisation: Authorisation, site: string): ListedPayment {
  const { id, state, amount, saves_method = false } = authorisation;
  const { captured = 0, captured_at, held_since, refund = 0 } = authorisation;
  const isTaken = captured_at !== undefined;
  return {
    payment: id,
    reference: intent.external_reference,
    order: intent.order?.code ?? '',
    site,
    vendor: intent.expected.vendor_id,
    amount,
    currency: intent.expected.currency,
    saves_method,
    state,
    taken: isTaken ? captured : 0,
    // What still has to be given back has not left the balance.
    refund: state === 'captured' ? refund : 0,
    fee: undefined,
    fee_currency: '',
    at: captured_at ?? held_since ?? intent.opened_at,
  };
}

interface BookedEntries {
  readonly of: ReadonlyMap<ListedPayment, readonly BalanceEntry[]>;
  /** Of no payment of the journal. */
  readonly strange: readonly BalanceEntry[];
}

/** A saved method is charged under an id of its own, which is found by the order's reference. */
function bookEntries(
  all: readonly ListedPayment[],
  entries: readonly BalanceEntry[],
): BookedEntries {
  const byId = new Map(all.map((one) => [one.payment, one]));
  const saved = all.filter(({ saves_method }) => saves_method);
  const byReference = new Map(saved.map((one) => [one.reference, one]));
  const of = new Map<ListedPayment, BalanceEntry[]>();
  const strange: BalanceEntry[] = [];
  for (const entry of entries) {
    const one = byId.get(entry.payment) ?? byReference.get(entry.reference);
    if (!one) {
      strange.push(entry);
      continue;
    }
    // Refunds that are made by hand name no reference.
    byId.set(entry.payment, one);
    of.set(one, [...(of.get(one) ?? []), entry]);
  }
  return { of, strange };
}

function withFee(payment: ListedPayment, entries: readonly BalanceEntry[]): ListedPayment {
  const [first] = entries;
  if (!first) return payment;
  const fee = entries.reduce((sum, entry) => sum + entry.fee, 0);
  return { ...payment, fee, fee_currency: first.fee_currency };
}

function differencesOf(
  { site, payment, state, taken, refund, currency }: ListedPayment,
  entries: readonly BalanceEntry[],
): PaymentDifference[] {
  const sumOf = (kind: BalanceEntry['kind']) =>
    entries.reduce((sum, entry) => sum + (entry.kind === kind ? entry.amount : 0), 0);
  const compare = (what: string, ours: number, theirs: number) => {
    const text = `${what}: ${decimal(ours, currency)} ${currency} here, ${decimal(theirs, currency)} at the provider`;
    return ours === theirs ? [] : [{ site, payment, text }];
  };
  return [
    ...compare('taken', taken, sumOf('charge')),
    // A refund leaves the balance when it is requested, before it has arrived.
    ...(state === 'refunding' ? [] : compare('refunded', refund, 0 - sumOf('refund'))),
    ...compare('disputed', 0, 0 - sumOf('dispute')),
  ];
}

function strangerOf({ kind, payment, amount, currency }: BalanceEntry, site: string) {
  const text = `the provider has a ${kind} of ${decimal(amount, currency)} ${currency} for no order here`;
  return { site, payment, text };
}

function decimal(amount: number, currency: string): string {
  const digits = minorDigits(currency);
  return (amount / 10 ** digits).toFixed(digits);
}
