import { html, nothing, type TemplateResult } from 'lit';
import type { OrderedParticipant, OrderedProduct, PlacedOrder } from '#contract/order.schema';
import type { Words } from '../../messages/words.ts';

/** A code, struck if it opens nothing any more. */
export function codeText(code: string, hasEnded: boolean) {
  return hasEnded
    ? html`<s class="code" translate="no">${code}</s>`
    : html`<b class="code" translate="no">${code}</b>`;
}

/** The products of an order that were cancelled. */
export function canceledProducts({ products = [] }: PlacedOrder, hasEnded: boolean, words: Words) {
  const canceled = products.filter((product) => isCanceledPart(product, hasEnded));
  return parts(
    canceled.map(
      ({ amount, title }) =>
        html`<li>
          ${words.say('amountOf', { amount, title })} ${mark(words.say('canceledPart'))}
        </li>`,
    ),
  );
}

/** Whether a part is cancelled while the order is not; an order's own state is shown elsewhere. */
export function isCanceledPart(
  part: OrderedParticipant | OrderedProduct,
  hasEnded: boolean,
): boolean {
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
