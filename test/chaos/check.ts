/**
 * The checker of the chaos: compares the platform's books with what customers were told. It has to
 * be right where the proxy is wrong, so it knows nothing of how orders are placed, and imports
 * nothing.
 */

/**
 * What a customer's page shows. `unclear`: there was no response, or none with an outcome.
 * `not-sent`: nothing was ordered, and the customer may try again.
 */
export type Word = 'unclear' | 'checking' | 'placed' | 'refused' | 'absent' | 'not-sent';

export interface Heard {
  readonly word: Word;
  /** The code of the order, if the page showed one. */
  readonly code?: string | undefined;
  /** Milliseconds since the run began. */
  readonly at: number;
  /** The proxy, the request and the response, for debugging. */
  readonly source?: string | undefined;
}

/** What a proxy responds for the customer's key in the end. */
export interface Now {
  readonly proxy: string;
  /** `unknown`: no such key. `no-response`: the proxy did not respond. */
  readonly state: 'open' | 'checking' | 'placed' | 'refused' | 'absent' | 'unknown' | 'no-response';
  readonly code?: string | undefined;
}

/** One customer, who ordered under one key. */
export interface CustomerFacts {
  /** Unique, because it identifies the customer of an order in the platform's books. */
  readonly email: string;
  readonly date_id: string;
  readonly places: number;
  readonly product_id?: string | undefined;
  /** Left out where nothing has to be paid; amounts are in minor units. */
  readonly price?: { readonly reference: string; readonly total: number } | undefined;
  /** When the first of its requests began and the last one ended, in milliseconds of the run. */
  readonly from: number;
  readonly until: number;
  /** In the order in which it was heard; the page keeps showing the last. */
  readonly heard: readonly Heard[];
  readonly now: readonly Now[];
}

/** The fields of an order in the platform's books that are checked. */
export interface BookedOrder {
  readonly id: string;
  readonly code: string;
  /** PENDING: a request that the vendor has not answered, whose money is held. */
  readonly status: string;
  readonly external_reference: string;
  readonly email: string;
  readonly tickets: readonly {
    readonly date_id: string;
    readonly participants: readonly unknown[];
  }[];
  readonly products: readonly { readonly product_id: string; readonly amount: number }[];
}

/** A payment as the payment provider has it. */
export interface BankedPayment {
  readonly reference: string;
  readonly state: 'open' | 'held' | 'taken' | 'released';
  /** What was taken and not given back, in minor units. */
  readonly taken: number;
}

/** Places of a date, or pieces of a product. */
export interface Stock {
  readonly id: string;
  readonly total: number;
  /** Sold before the run began. */
  readonly soldBefore: number;
  readonly free: number;
}

/** An `order-alarm` or `store-alarm` in the log of a proxy. */
export interface Alarm {
  readonly reason: string;
  readonly external_reference?: string;
  readonly order_ids?: readonly string[];
}

/** What no proxy can prevent: all that it can do is to raise an alarm. */
export interface Unpreventable {
  /** By reference: how often a gateway has repeated its create. */
  readonly repeated: ReadonlyMap<string, number>;
  /** By reference: how often the platform itself said no, although it had placed the order. */
  readonly denied: ReadonlyMap<string, number>;
  /** The ids of orders of which a proxy was shown another content than it had sent. */
  readonly lied: readonly string[];
  /** When the store went back, and to which time; in milliseconds since the run began. */
  readonly rewinds: readonly { readonly to: number; readonly at: number }[];
}

export interface Evidence {
  readonly customers: readonly CustomerFacts[];
  readonly orders: readonly BookedOrder[];
  readonly stocks: readonly Stock[];
  /** Empty where nothing has to be paid. */
  readonly payments: readonly BankedPayment[];
  readonly alarms: readonly Alarm[];
  readonly unpreventable: Unpreventable;
}

/**
 * lost: an order exists, but its customer was told that it does not, or gets no answer now.
 * doubled: a proxy has ordered twice under one key. mis-told: any other statement that the books,
 * another statement or another proxy contradicts. stuck: the outcome is still unknown in the end.
 * unalarmed: what no proxy can prevent has happened, and no alarm names it. stock: places or pieces
 * do not add up. money: an order that stands is not paid once, or money is kept or held for one that does not.
 */
export type Kind = 'lost' | 'doubled' | 'mis-told' | 'stuck' | 'unalarmed' | 'stock' | 'money';

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

/** An order is lost if its customer was told one of these. */
const noes: ReadonlySet<Word> = new Set<Word>(['refused', 'absent', 'not-sent']);
/** Final: no later response may differ. */
const outcomes: ReadonlySet<string> = new Set(['placed', 'refused', 'absent']);

export function check(evidence: Evidence): Report {
  const { customers, orders, stocks, alarms, unpreventable } = evidence;
  const ordersOf = groupByEmail(orders);
  const findings: Finding[] = [];
  const add = (subject: string, [kind, detail]: Fault) => findings.push({ kind, subject, detail });

  const emails = new Set<string>();
  for (const customer of customers) {
    const { email } = customer;
    if (emails.has(email)) throw new RangeError(`two customers have the address ${email}`);
    emails.add(email);
    const ofCustomer = ordersOf.get(email) ?? [];
    const fault =
      faultOf(customer, ofCustomer, evidence) ?? moneyFaultOf(customer, ofCustomer, evidence);
    if (fault) add(email, fault);
  }
  for (const { email, code } of orders) {
    if (!emails.has(email)) add(email, ['mis-told', `nobody ordered ${code}`]);
  }
  const different = idsIn(alarms, 'order-differs');
  for (const id of unpreventable.lied) {
    if (!different.has(id)) add(id, ['unalarmed', 'a proxy was shown another order than it sent']);
  }
  for (const stock of stocks) {
    const fault = stockFaultOf(stock, orders);
    if (fault) add(stock.id, fault);
  }

  const count = (kind: Kind) => findings.filter((finding) => finding.kind === kind).length;
  const counts = {
    lost: count('lost'),
    doubled: count('doubled'),
    'mis-told': count('mis-told'),
    stuck: count('stuck'),
    unalarmed: count('unalarmed'),
    stock: count('stock'),
    money: count('money'),
  };
  return { counts, findings };
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

type Fault = readonly [kind: Kind, detail: string];

function groupByEmail(orders: readonly BookedOrder[]): Map<string, BookedOrder[]> {
  const groups = new Map<string, BookedOrder[]>();
  for (const order of orders) groups.set(order.email, [...(groups.get(order.email) ?? []), order]);
  return groups;
}

/** The worst fault of a customer's order. */
function faultOf(
  customer: CustomerFacts,
  orders: readonly BookedOrder[],
  { alarms, unpreventable }: Evidence,
): Fault | undefined {
  const { heard, now } = customer;
  const [order] = orders;
  const facts = describeFacts(customer, orders);
  const { external_reference = '' } = order ?? {};
  const denials = unpreventable.denied.get(external_reference) ?? 0;
  const repetitions = unpreventable.repeated.get(external_reference) ?? 0;
  if (orders.length > 1 + denials + repetitions) return ['doubled', facts];
  // A store that went back may know nothing of the order, but must not contradict what was said.
  if (unpreventable.rewinds.some((rewind) => mayForget(rewind, customer))) {
    return order && isDeniedTo(customer) && denials === 0 ? ['lost', facts] : undefined;
  }
  if (orders.length > 1 && !isEachIn(orders, idsIn(alarms, 'several-orders'))) {
    return ['unalarmed', facts];
  }
  if (denials > 0) {
    const isBelieved = now.some(({ state }) => state === 'refused');
    const ids = idsIn(alarms, 'placed-after-refused');
    const isKnown = orders.some(({ id }) => ids.has(id));
    return isBelieved && !isKnown ? ['unalarmed', facts] : undefined;
  }
  if (order && isLost(customer)) return ['lost', facts];
  if (now.length === 0 || now.some(({ state }) => isUnsettled(state))) return ['stuck', facts];
  if (now.some(({ state }) => state !== now[0]?.state)) return ['mis-told', facts];
  if (!order && [...heard.map(({ word }) => word), now[0]?.state].includes('placed')) {
    return ['mis-told', facts];
  }
  if (order && !isTrueOrder(customer, orders)) return ['mis-told', facts];
  if (!isConsistent(customer)) return ['mis-told', facts];
  return undefined;
}

function moneyFaultOf(
  { price, from, until, now }: CustomerFacts,
  orders: readonly BookedOrder[],
  { payments, alarms, unpreventable }: Evidence,
): Fault | undefined {
  if (!price || orders.length > 1) return undefined;
  const { reference, total } = price;
  const [order] = orders;
  const { denied, repeated, rewinds, lied } = unpreventable;
  // What was agreed is not known any more, or another order was shown.
  if (denied.has(reference) || repeated.has(reference)) return undefined;
  if (rewinds.some((rewind) => mayForget(rewind, { from, until }))) return undefined;
  if (order && (lied.includes(order.id) || idsIn(alarms, 'order-differs').has(order.id))) {
    return undefined;
  }
  const own = payments.filter((payment) => payment.reference === reference);
  const takings = own.filter(({ taken }) => taken > 0);
  const sum = own.reduce((all, { taken }) => all + taken, 0);
  const isHeld = order?.status === 'PENDING';
  const due = order && !isHeld ? total : 0;
  const facts = `${due} is due, ${sum} taken: ${own.map(({ state }) => state).join(', ')}`;
  if (sum !== due || takings.length > 1) return ['money', facts];
  // What was never sent is released an hour later, after the run.
  const isOver = !isHeld && now.some(({ state }) => outcomes.has(state));
  return isOver && own.some(({ state }) => state === 'held') ? ['money', facts] : undefined;
}

function idsIn(alarms: readonly Alarm[], reason: string): ReadonlySet<string> {
  const raised = alarms.filter((alarm) => alarm.reason === reason);
  return new Set(raised.flatMap(({ order_ids = [] }) => order_ids));
}

function isEachIn(orders: readonly BookedOrder[], ids: ReadonlySet<string>): boolean {
  return orders.every(({ id }) => ids.has(id));
}

/** Whether something of the order may have been recorded in the time that the store has lost. */
function mayForget(
  { to, at }: Unpreventable['rewinds'][number],
  { from, until }: Pick<CustomerFacts, 'from' | 'until'>,
): boolean {
  return from <= at && to <= until + GOES_ON;
}

/** Whether the last that the customer heard is that there is no order. */
function isDeniedTo({ heard }: CustomerFacts): boolean {
  const last = heard.at(-1);
  return last === undefined || noes.has(last.word);
}

function isLost(customer: CustomerFacts): boolean {
  if (isDeniedTo(customer)) return true;
  return customer.now.some(({ state }) => state !== 'placed' && !isUnsettled(state));
}

function isUnsettled(state: Now['state']): boolean {
  return state === 'checking' || state === 'no-response';
}

/** Whether the orders have what was ordered, and one of them the code that its customer was told. */
function isTrueOrder(customer: CustomerFacts, orders: readonly BookedOrder[]): boolean {
  const codes = [...customer.heard, ...customer.now].flatMap(({ code }) => code ?? []);
  const { product_id } = customer;
  return (
    orders.some((order) => codes.every((code) => code === order.code)) &&
    orders.every(({ tickets: [ticket, ...otherTickets], products }) => {
      const product_ids = products.map((product) => `${product.amount} ${product.product_id}`);
      return (
        otherTickets.length === 0 &&
        ticket?.date_id === customer.date_id &&
        ticket.participants.length === customer.places &&
        product_ids.join() === (product_id === undefined ? '' : `1 ${product_id}`)
      );
    })
  );
}

/** Whether no outcome was followed by a different one. */
function isConsistent({ heard, now }: CustomerFacts): boolean {
  const first = heard.findIndex(({ word }) => outcomes.has(word));
  if (first < 0) return true;
  const word = heard[first]?.word;
  const later = heard.slice(first).filter((entry) => outcomes.has(entry.word));
  return later.every((entry) => entry.word === word) && now.every(({ state }) => state === word);
}

function stockFaultOf(
  { id, total, soldBefore, free }: Stock,
  orders: readonly BookedOrder[],
): Fault | undefined {
  let sold = soldBefore;
  for (const { tickets, products } of orders) {
    for (const { date_id, participants } of tickets) {
      if (date_id === id) sold += participants.length;
    }
    for (const { product_id, amount } of products) if (product_id === id) sold += amount;
  }
  if (free >= 0 && free + sold === total) return undefined;
  return ['stock', `${free} free and ${sold} sold of ${total}`];
}

function describeFacts({ heard, now }: CustomerFacts, orders: readonly BookedOrder[]): string {
  const withCode = (word: string, code?: string) => (code === undefined ? word : `${word} ${code}`);
  const words = heard.map(
    ({ word, code, at, source = '' }) =>
      `${withCode(word, code)} at ${(at / 1000).toFixed(1)} s (${source})`,
  );
  const states = now.map(({ proxy, state, code }) => `${proxy} says ${withCode(state, code)}`);
  const codes = orders.map(({ code }) => code).join(' and ') || 'no order';
  return `in the books ${codes}; told ${words.join(', ') || 'nothing'}; now ${states.join(', ')}`;
}
