import type {
  Alarm,
  BankedPayment,
  BookedOrder as JudgedOrder,
  Create,
  Evidence,
  Heard,
  Now,
  Ordered,
  Price,
} from '../judge/evidence.ts';
import { judge } from '../judge/judge.ts';
import { idsIn } from '../judge/judge-order.ts';
import { type MoneyKind, moneyKinds, type OrderKind, orderKinds } from '../judge/verdict.ts';

/** One customer, who ordered under one key. */
export interface CustomerFacts extends Ordered {
  /** Unique, because it identifies the customer of an order in the platform's books. */
  readonly email: string;
  /** Left out where nothing has to be paid. */
  readonly price?: (Price & { readonly reference: string }) | undefined;
  /** When the first of its requests began and the last one ended, in milliseconds of the run. */
  readonly from: number;
  readonly until: number;
  readonly heard: readonly Heard[];
  readonly now: readonly Now[];
}

/** An order in the platform's books. */
export interface BookedOrder extends JudgedOrder {
  readonly external_reference: string;
  readonly email: string;
  readonly tickets: readonly {
    readonly date_id: string;
    readonly participants: readonly unknown[];
  }[];
}

/** Places of a date, or pieces of a product. */
export interface Stock {
  readonly id: string;
  readonly total: number;
  /** Sold before the run began. */
  readonly soldBefore: number;
  readonly free: number;
}

/** What no proxy can prevent: all that it can do is to raise an alarm. */
export interface Unpreventable {
  /** By reference: what gateways have done to the creates. */
  readonly creates: ReadonlyMap<string, readonly Create[]>;
  /** The ids of orders of which a proxy was shown another content than it had sent. */
  readonly lied: readonly string[];
  /** When the store went back, and to which time; in milliseconds since the run began. */
  readonly rewinds: readonly { readonly to: number; readonly at: number }[];
}

/** What is known of all customers of a run in the end. */
export interface RunFacts {
  readonly customers: readonly CustomerFacts[];
  readonly orders: readonly BookedOrder[];
  readonly stocks: readonly Stock[];
  /** Empty where nothing has to be paid. */
  readonly payments: readonly BankedPayment[];
  readonly alarms: readonly Alarm[];
  readonly unpreventable: Unpreventable;
}

const kinds = [...orderKinds, 'stock', ...moneyKinds] as const;
/** stock: places or pieces do not add up. */
export type Kind = OrderKind | 'stock' | MoneyKind;

export interface Finding {
  readonly kind: Kind;
  /** The customer's e-mail address, or the id of a date or product. */
  readonly subject: string;
  readonly detail: string;
}

export interface Report {
  readonly counts: Readonly<Record<Kind, number>>;
  readonly findings: readonly Finding[];
}

/** So long a proxy goes on with a request whose connection was lost, in milliseconds. */
const GOES_ON = 10_000;

/** Has the judge look at each customer's order, and adds up what was sold. */
export function check(run: RunFacts): Report {
  const { customers, orders, stocks } = run;
  const ordersOf = groupByEmail(orders);
  const findings: Finding[] = [];

  const emails = new Set<string>();
  for (const customer of customers) {
    const { email } = customer;
    if (emails.has(email)) throw new RangeError(`two customers have the address ${email}`);
    emails.add(email);
    const evidence = evidenceOf(customer, ordersOf.get(email) ?? [], run);
    const kind = judge(evidence);
    if (kind) findings.push({ kind, subject: email, detail: describeEvidence(evidence) });
  }
  for (const { email, code } of orders) {
    if (emails.has(email)) continue;
    findings.push({ kind: 'mis-told', subject: email, detail: `nobody ordered ${code}` });
  }
  for (const stock of stocks) {
    const detail = stockFaultOf(stock, orders);
    if (detail) findings.push({ kind: 'stock', subject: stock.id, detail });
  }

  const count = (kind: Kind) => findings.filter((finding) => finding.kind === kind).length;
  const counts = Object.fromEntries(kinds.map((kind) => [kind, count(kind)]));
  return { counts: counts as Record<Kind, number>, findings };
}

/** The counts in one line, and every finding in a line of its own. */
export function describe({ counts, findings }: Report): string {
  const figures = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`);
  const lines = findings.map(({ kind, subject, detail }) => `  ${kind}: ${subject}: ${detail}`);
  return [figures.join(', '), ...lines].join('\n');
}

export function isRight({ findings }: Report): boolean {
  return findings.length === 0;
}

function groupByEmail(orders: readonly BookedOrder[]): Map<string, BookedOrder[]> {
  const groups = new Map<string, BookedOrder[]>();
  for (const order of orders) groups.set(order.email, [...(groups.get(order.email) ?? []), order]);
  return groups;
}

function evidenceOf(
  customer: CustomerFacts,
  orders: readonly BookedOrder[],
  { payments, alarms, unpreventable: { creates, lied, rewinds } }: RunFacts,
): Evidence {
  const { heard, now, price } = customer;
  const reference = orders[0]?.external_reference ?? price?.reference ?? '';
  const isForgotten = rewinds.some((rewind) => mayForget(rewind, customer));
  const different = idsIn(alarms, 'order-differs');
  return {
    heard,
    now,
    ordered: customer,
    orders: orders.map((order) => {
      const isTotalKnown = !lied.includes(order.id) && !different.has(order.id);
      return {
        ...order,
        total: isTotalKnown ? price?.total : undefined,
        currency: price?.currency,
      };
    }),
    creates: creates.get(reference) ?? [],
    shownOtherwise: lied.filter((id) => orders.some((order) => order.id === id)),
    alarms,
    forgotten: { order: isForgotten, payment: isForgotten },
    price,
    payments: payments.filter((payment) => payment.reference === price?.reference),
    isHourOver: false,
  };
}

/** Whether something of the order may have been recorded in the time that the store has lost. */
function mayForget(
  { to, at }: Unpreventable['rewinds'][number],
  { from, until }: Pick<CustomerFacts, 'from' | 'until'>,
): boolean {
  return from <= at && to <= until + GOES_ON;
}

function stockFaultOf(
  { id, total, soldBefore, free }: Stock,
  orders: readonly BookedOrder[],
): string | undefined {
  let sold = soldBefore;
  for (const { tickets, products } of orders) {
    for (const { date_id, participants } of tickets) {
      if (date_id === id) sold += participants.length;
    }
    for (const { product_id, amount } of products) if (product_id === id) sold += amount;
  }
  if (free >= 0 && free + sold === total) return undefined;
  return `${free} free and ${sold} sold of ${total}`;
}

function describeEvidence({ heard, now, orders, price, payments }: Evidence): string {
  const withCode = (word: string, code?: string) => (code === undefined ? word : `${word} ${code}`);
  const words = heard.map(
    ({ word, code, at, source = '' }) =>
      `${withCode(word, code)} at ${(at / 1000).toFixed(1)} s (${source})`,
  );
  const states = now.map(({ proxy, state, code }) => `${proxy} says ${withCode(state, code)}`);
  const codes = orders.map(({ code }) => code).join(' and ') || 'no order';
  const paid = payments.map(({ state, captures, refunds }) => `${state} +${captures} -${refunds}`);
  const money = price ? `; of ${price.total} ${paid.join(', ') || 'nothing was paid'}` : '';
  const told = words.join(', ') || 'nothing';
  return `in the books ${codes}; told ${told}; now ${states.join(', ')}${money}`;
}
