import { html, nothing, type TemplateResult } from 'lit';
import type {
  OrderedParticipant,
  OrderedProduct,
  OrderedTicket,
  PlacedOrder,
} from '#contract/order.schema';
import type { QuotedOrder } from '#contract/quote.schema';
import type { Words } from '../../messages/words.ts';
import { qrCode } from './qr-code.ts';

/**
 * The participants of some tickets who have a code, are checked in or are cancelled. A code that
 * still opens the entrance can be scanned; those of an order that has ended are struck.
 */
export function ticketParts(
  { tickets = [] }: PlacedOrder,
  isShown: (ticket: OrderedTicket) => boolean,
  hasEnded: boolean,
  words: Words,
) {
  const stateOf = (participant: OrderedParticipant) => {
    if (isCanceledPart(participant, hasEnded)) return words.say('canceledPart');
    return participant.checked_in ? words.say('checkedIn') : '';
  };
  const participants = tickets
    .filter(isShown)
    .flatMap((ticket) => ticket.participants)
    .map((participant) => ({ ...participant, state: stateOf(participant) }))
    .filter(({ code, state }) => code || state);
  const isShownAtEntrance = ({ code, state }: { code: string; state: string }) =>
    code !== '' && state === '' && !hasEnded;
  const stubs = participants.filter(isShownAtEntrance);
  const others = participants.filter((participant) => !isShownAtEntrance(participant));
  return html`${stubs.length > 0 ? personalStubs(stubs, words) : nothing}
  ${parts(
    others.map(
      ({ price_title, code, state }) =>
        html`<li>${price_title} ${codeText(code, hasEnded)} ${mark(state)}</li>`,
    ),
  )}`;
}

/** A code for each person, to be scanned. */
function personalStubs(participants: readonly OrderedParticipant[], words: Words) {
  return html`<p class="small entrance">${words.say('showAtEntrance')}</p>
    <ul class="people">
      ${participants.map(
        ({ price_title, code }) =>
          html`<li>
            ${qrCode(code)} ${codeText(code, false)} <span class="small">${price_title}</span>
          </li>`,
      )}
    </ul>`;
}

/** A code, struck if it opens nothing any more. */
export function codeText(code: string, hasEnded: boolean) {
  return hasEnded
    ? html`<s class="code" translate="no">${code}</s>`
    : html`<b class="code" translate="no">${code}</b>`;
}

/** The participants of tickets that belong to no line of the order, and its cancelled products. */
export function otherParts(
  placed: PlacedOrder,
  order: QuotedOrder | undefined,
  hasEnded: boolean,
  words: Words,
) {
  const isShown = ({ date_id }: OrderedTicket) =>
    order?.lines.some((line) => line.date_id === date_id) ?? false;
  const canceled = (placed.products ?? []).filter((part) => isCanceledPart(part, hasEnded));
  return html`${ticketParts(placed, (ticket) => !isShown(ticket), hasEnded, words)}
  ${parts(
    canceled.map(
      ({ amount, title }) =>
        html`<li>
          ${words.say('amountOf', { amount, title })} ${mark(words.say('canceledPart'))}
        </li>`,
    ),
  )}`;
}

/** Whether a part is cancelled while the order is not; an order's own state is shown elsewhere. */
function isCanceledPart(part: OrderedParticipant | OrderedProduct, hasEnded: boolean): boolean {
  return part.status === 'CANCELED' && !hasEnded;
}

export function parts(items: TemplateResult[]) {
  return items.length > 0
    ? html`<ul class="parts small">
        ${items}
      </ul>`
    : nothing;
}

export function mark(state: string) {
  return state ? html`<span class="mark">${state}</span>` : nothing;
}

/** Whether nothing is left to pay, as far as the platform has reported. */
export function isPaid({ total, payment_date, paid = 0 }: PlacedOrder): boolean {
  return Boolean(payment_date) || paid >= total;
}

/** An order with a payment date is paid, even if the platform has reported no payments. */
export function paidFor({ total, payment_date, paid = payment_date ? total : 0 }: PlacedOrder) {
  return paid;
}

/** The sums that were paid and refunded, as far as the platform has reported. */
export function payments(order: PlacedOrder, words: Words) {
  const { currency, refunded = 0 } = order;
  const line = (key: 'paid' | 'refunded', amount: number) =>
    amount > 0
      ? html`<span>${words.say(key, { money: words.money(amount, currency) })}</span><br />`
      : nothing;
  return html`${line('paid', paidFor(order))}${line('refunded', refunded)}`;
}

/**
 * Says both totals if the platform charges another total than was quoted, unless `bookedOtherwise`
 * already says so.
 */
export function totalNote(
  {
    total,
    currency,
    quoted_total: quoted,
    quoted_currency: quotedCurrency,
    differences = [],
  }: PlacedOrder,
  vendor: string,
  words: Words,
) {
  const isTold = differences.includes('total') || differences.includes('currency');
  if (isTold || (quoted === total && quotedCurrency === currency)) return nothing;
  const money = words.money(quoted, quotedCurrency);
  const charged = words.money(total, currency);
  return html`<p>${words.say('quotedBefore', { money, total: charged, vendor })}</p>`;
}
