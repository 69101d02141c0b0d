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
  /** In the order in which it was heard; the page keeps showing the last. */
  readonly heard: readonly Heard[];
  readonly now: readonly Now[];
}

/** The fields of an order in the platform's books that are checked. */
export interface BookedOrder {
  readonly code: string;
  readonly email: string;
  readonly tickets: readonly {
    readonly date_id: string;
    readonly participants: readonly unknown[];
  }[];
  readonly products: readonly { readonly product_id: string; readonly amount: number }[];
}

/** Places of a date, or pieces of a product. */
export interface Stock {
  readonly id: string;
  readonly total: number;
  /** Sold before the run began. */
  readonly soldBefore: number;
  readonly free: number;
}

export interface Evidence {
  readonly customers: readonly CustomerFacts[];
  readonly orders: readonly BookedOrder[];
  readonly stocks: readonly Stock[];
}

/**
 * lost: an order exists, but its customer was told that it does not, or gets no answer now.
 * doubled: one key has two orders. mis-told: any other statement that the books, another statement
 * or another proxy contradicts. stuck: the outcome is still unknown in the end. stock: places or
 * pieces do not add up.
 */
export type Kind = 'lost' | 'doubled' | 'mis-told' | 'stuck' | 'stock';

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

/** An order is lost if its customer was told one of these. */
const noes: ReadonlySet<Word> = new Set<Word>(['refused', 'absent', 'not-sent']);
/** Final: no later response may differ. */
const outcomes: ReadonlySet<string> = new Set(['placed', 'refused', 'absent']);

export function check({ customers, orders, stocks }: Evidence): Report {
  const ordersOf = groupByEmail(orders);
  const findings: Finding[] = [];
  const add = (subject: string, [kind, detail]: Fault) => findings.push({ kind, subject, detail });

  const emails = new Set<string>();
  for (const customer of customers) {
    const { email } = customer;
    if (emails.has(email)) throw new RangeError(`two customers have the address ${email}`);
    emails.add(email);
    const fault = faultOf(customer, ordersOf.get(email) ?? []);
    if (fault) add(email, fault);
  }
  for (const { email, code } of orders) {
    if (!emails.has(email)) add(email, ['mis-told', `nobody ordered ${code}`]);
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
    stock: count('stock'),
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
function faultOf(customer: CustomerFacts, orders: readonly BookedOrder[]): Fault | undefined {
  const { heard, now } = customer;
  const [order, ...others] = orders;
  const facts = describeFacts(customer, orders);
  if (others.length > 0) return ['doubled', facts];
  if (order && isLost(customer)) return ['lost', facts];
  if (now.length === 0 || now.some(({ state }) => isUnsettled(state))) return ['stuck', facts];
  if (now.some(({ state }) => state !== now[0]?.state)) return ['mis-told', facts];
  if (!order && [...heard.map(({ word }) => word), now[0]?.state].includes('placed')) {
    return ['mis-told', facts];
  }
  if (order && !isTrueOrder(customer, order)) return ['mis-told', facts];
  if (!isConsistent(customer)) return ['mis-told', facts];
  return undefined;
}

function isLost({ heard, now }: CustomerFacts): boolean {
  const last = heard.at(-1);
  if (last === undefined || noes.has(last.word)) return true;
  return now.some(({ state }) => state !== 'placed' && !isUnsettled(state));
}

function isUnsettled(state: Now['state']): boolean {
  return state === 'checking' || state === 'no-response';
}

/** Whether an order has what was ordered, and the code that its customer was told. */
function isTrueOrder(customer: CustomerFacts, order: BookedOrder): boolean {
  const told = [...customer.heard, ...customer.now].filter(({ code }) => code !== undefined);
  const [ticket, ...otherTickets] = order.tickets;
  const product_ids = order.products.map(({ product_id, amount }) => `${amount} ${product_id}`);
  const { product_id } = customer;
  return (
    told.every(({ code }) => code === order.code) &&
    otherTickets.length === 0 &&
    ticket?.date_id === customer.date_id &&
    ticket.participants.length === customer.places &&
    product_ids.join() === (product_id === undefined ? '' : `1 ${product_id}`)
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
