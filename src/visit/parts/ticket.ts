import { html, nothing, type TemplateResult } from 'lit';
import type { OrderPayment, PlacedOrder } from '#contract/order.schema';
import type { QuotedOrder } from '#contract/quote.schema';
import type { Site } from '#contract/site.schema';
import type { Vendor } from '#contract/vendor.schema';
import { isEnded, type OrderState } from '../../domain/order-state.ts';
import { tintOf } from '../../domain/tint.ts';
import { vatOf } from '../../domain/vat.ts';
import { type Fact, renderFacts } from '../../elements/parts/facts.ts';
import type { Words } from '../../messages/words.ts';
import { ticket } from '../../styles/ticket.ts';
import { type AwaitedState, awaitedSteps } from './awaited-steps.ts';
import { bookedOtherwise } from './booked-otherwise.ts';
import { bookedSteps } from './booked-steps.ts';
import { costsStyles, inclVat, renderCosts } from './costs.ts';
import { orderHeadline } from './order-headline.ts';
import { canceledProducts, isPaid, payments } from './order-status.ts';
import { orderVouchers } from './order-vouchers.ts';
import { paymentWords, receipt } from './payment-words.ts';
import { contactOf, legalName } from './sold-by.ts';
import { renderSteps, stepsStyles } from './steps.ts';
import { printedTerms, termsStyles, vendorTerms } from './terms.ts';
import { ticketLine } from './ticket-line.ts';
import { groupsOf, type SentLine, stubStyles, ticketStub } from './ticket-stub.ts';
import { endedText } from './what-follows.ts';

/** A placed order, and what its ticket needs. */
export interface Ticket {
  /** Undefined if only the code is known. */
  readonly order: QuotedOrder | undefined;
  readonly placed: PlacedOrder | null;
  readonly state: OrderState;
  /** From the proxy, or as it was just confirmed. */
  readonly payment: OrderPayment | undefined;
  /** With the participants that were sent. */
  readonly lines: SentLine[];
  /** Undefined while it loads. */
  readonly vendor: Vendor | undefined;
  readonly site: Site | undefined;
  /** The customer's address; empty if it is not known. */
  readonly email: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The text about VAT beside a price: empty if nothing is paid. */
  readonly vatText: (isPaid: boolean, included: string) => string;
}

/** What the customer can do, where the ticket shows it. */
export interface TicketActions {
  /** The payment fields of an order that is due. */
  readonly due: TemplateResult | typeof nothing;
  /** Other starts for an order that has ended. */
  readonly next: unknown;
  /** Shown at the end. */
  readonly buttons: unknown;
}

/** Not cancelled. */
export function standingLines({ lines }: QuotedOrder, { tickets = [] }: PlacedOrder) {
  return lines.filter(({ date_id }) => {
    const own = tickets.filter((ticket) => ticket.date_id === date_id);
    return own.length === 0 || own.some((ticket) => ticket.status !== 'CANCELED');
  });
}

/**
 * An order that is no ticket yet has no stub and no tint, and one that is none any more is grey. One
 * template for all, so that screen readers announce when a request becomes a ticket.
 */
export function renderTicket(ticket: Ticket, actions: TicketActions, words: Words) {
  const { order, placed, state, lines, site } = ticket;
  const hasEnded = isEnded(state);
  const look = hasEnded ? 'ticket ended' : `ticket ${tintOf(order?.lines[0]?.category, site)}`;
  const groups = placed && !isAwaited(state) ? groupsOf(placed, lines, hasEnded, words) : [];
  const terms = order ? termsOf(ticket, order, words) : undefined;
  const hasPersons = groups.length > 0;
  return html`${placed && order && !hasEnded ? bookedOtherwise(placed, order, words) : nothing}
    <section class=${isAwaited(state) ? 'panel' : look}>
      <div class="body">
        <div role="status" class="headline">
          <h2 class="title" tabindex="-1">${headlineOf(ticket, words)}</h2>
        </div>
        ${
          order
            ? lines.map((line) => renderLine(line, order, { hasEnded, hasPersons }, words))
            : html`<h3 class="heading">${words.say('viewed', { code: placed?.code ?? '' })}</h3>`
        }
        ${hasEnded ? renderEnded(ticket, actions, words) : renderStanding(ticket, actions, words)}
        ${terms ? vendorTerms(terms) : nothing}
        <div class="meta">${actions.buttons}</div>
      </div>
      ${isAwaited(state) ? nothing : ticketStub(placed?.code ?? '', groups, { lines, hasEnded }, words)}
    </section>
    ${terms ? printedTerms(terms) : nothing}`;
}

/** Whether it is no ticket yet. */
export function isAwaited(state: OrderState): state is AwaitedState {
  return state === 'held' || state === 'requested';
}

function headlineOf({ order, placed, state, now }: Ticket, words: Words): string {
  const lines = order && placed ? standingLines(order, placed) : (order?.lines ?? []);
  const vendor = order?.vendor_name ?? '';
  return orderHeadline({ state, placed, vendor, lines, now }, words);
}

function renderLine(
  { line, participants }: SentLine,
  { lines, currency }: QuotedOrder,
  { hasEnded, hasPersons }: { readonly hasEnded: boolean; readonly hasPersons: boolean },
  words: Words,
) {
  // The stub names the persons, if it has any.
  const names = hasPersons ? [] : participants.flatMap(({ name }) => name ?? []);
  const sum = line.prices.length > 1 ? line.total : undefined;
  return html`<div class="line">
    ${ticketLine(line, words.names(...names), hasEnded, words)}
    ${lines.length > 1 && !hasEnded ? renderCosts(line.prices, currency, words, sum) : nothing}
  </div>`;
}

/** What is done and to come of an order that stands, what it costs, and whose it is. */
function renderStanding(ticket: Ticket, { due }: TicketActions, words: Words) {
  const { order, placed, state, payment, vendor, site, email, now } = ticket;
  const lines = order && placed ? standingLines(order, placed) : [];
  const about = { order, lines, vendor, payment, site, email, now };
  const isTaken = payment?.state === 'paid';
  const booked = placed ? bookedSteps(placed, about, words) : [];
  const steps = isAwaited(state)
    ? awaitedSteps(placed, { state, order, email, now, isPaid: isTaken }, words)
    : booked;
  // Screen readers hear what becomes of the money, and not each minute that is left.
  return html`<div aria-live=${isAwaited(state) ? 'off' : 'polite'}>
      ${renderSteps(steps, words)}
    </div>
    ${renderAllCosts(ticket, words)} ${due}
    ${placed ? canceledProducts(placed, false, words) : nothing}
    ${placed ? orderVouchers(placed, words) : nothing}
    ${isAwaited(state) && placed ? html`<p class="small">${payments(placed, words)}</p>` : nothing}
    ${order ? renderSeller(ticket, order, words) : nothing}`;
}

/** Why an order has ended, what is owed or comes back, and what the customer can do. */
function renderEnded(ticket: Ticket, { next }: TicketActions, words: Words) {
  const { order, placed, state, payment, vendor, now } = ticket;
  if (!placed || !isEnded(state)) return nothing;
  const vendorName = order?.vendor_name ?? '';
  return html`<p class="outcome" aria-live="polite">
      ${endedText(placed, { state, vendor: vendorName, now, payment }, words)}
    </p>
    ${order ? next : nothing} ${orderVouchers(placed, words)}
    ${
      order
        ? html`<div class="small">
            ${renderFacts([
              [words.say('soldBy'), contactOf(order, vendor)],
              [words.say('payment'), receiptOf(ticket, order, words)],
            ])}
          </div>`
        : nothing
    }`;
}

/** The costs of the only line and of the products, and the total. Several lines have their own. */
function renderAllCosts({ order, placed, vatText }: Ticket, words: Words) {
  const total = placed ?? order;
  if (!total) return nothing;
  const { lines = [], products = [], currency = total.currency } = order ?? {};
  const costs = [
    ...(lines.length === 1 ? lines.flatMap(({ prices }) => prices) : []),
    ...products.map((product) => ({ ...product, title: product.name })),
  ];
  const included = inclVat(vatIn(order, placed), total.currency, words);
  return html`${renderCosts(costs, currency, words)}
    <div class="row perforated total-row">
      <span>
        ${words.say('total')} <span class="small">${vatText(total.total > 0, included)}</span>
      </span>
      <span class="total number" translate="no">${words.money(total.total, total.currency)}</span>
    </div>`;
}

/** The platform's own VAT. Until that is known, the quote tells only whether there is any. */
function vatIn(order: QuotedOrder | undefined, placed: PlacedOrder | null): number | undefined {
  const quoted = order ? vatOf(order) : 0;
  if (!placed || quoted === 0) return placed?.vat ?? quoted;
  return placed.vat;
}

/** The vendor and how to reach it, and how the order is to be paid. */
function renderSeller(ticket: Ticket, order: QuotedOrder, words: Words) {
  const { placed, state, payment, vendor, site } = ticket;
  const isOver = placed && isPaid(placed);
  const seller: Fact = [words.say('soldBy'), contactOf(order, vendor)];
  const sent = { isAccepted: false, payment };
  const due: Fact = [
    words.say('payment'),
    isAwaited(state) && !isOver && paymentWords(order, vendor, site, words, sent),
  ];
  return html`<div class="small">${renderFacts([seller, due])}</div>`;
}

/** What the customer has agreed to, whatever has become of the order. */
function termsOf({ vendor }: Ticket, order: QuotedOrder, words: Words) {
  const title = words.say('terms', { vendor: legalName(order, vendor) });
  return vendor?.terms.length ? { title, nodes: vendor.terms } : undefined;
}

/** What was paid to whom, when, and under which reference; empty unless money was taken. */
function receiptOf({ payment, vendor, site }: Ticket, order: QuotedOrder, words: Words) {
  if (!payment) return undefined;
  const text = receipt(payment, site?.seller?.name ?? legalName(order, vendor), words);
  const money = words.money(payment.amount, payment.currency);
  return text && `${words.say('paid', { money })} · ${text}`;
}

export const ticketStyles = [ticket, termsStyles, costsStyles, stepsStyles, stubStyles];
