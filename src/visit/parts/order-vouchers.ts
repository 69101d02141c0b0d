import { html, nothing } from 'lit';
import type { OrderedFlexTicket, PlacedOrder } from '#contract/order.schema';
import type { Words } from '../../messages/words.ts';
import { mark, parts } from './order-status.ts';

/** Gift vouchers and flex tickets of an order, with their codes, and what was redeemed for it. */
export function orderVouchers(
  { voucher_orders = [], flex_tickets = [], redemptions = [], currency }: PlacedOrder,
  words: Words,
) {
  return parts([
    ...voucher_orders.map(({ code, value, currency }) => {
      const money = words.money(value, currency);
      return html`<li>${words.say('voucherWorth', { money })} ${codeText(code)}</li>`;
    }),
    ...flex_tickets.map(
      (flexTicket) =>
        html`<li>
          <span dir="auto">${flexTicket.title}</span> ${codeText(flexTicket.code)}
          ${flexTicketState(flexTicket, words)}
        </li>`,
    ),
    ...redemptions.map(({ title, redeemed_value }) => {
      const money = words.money(redeemed_value, currency);
      const key = title ? 'couponRedeemed' : 'voucherRedeemed';
      return html`<li>${words.say(key, { title, money })}</li>`;
    }),
  ]);
}

/** The code is empty if the order is viewed by a copied link. */
function codeText(code: string) {
  return code ? html`<b class="code" translate="no">${code}</b>` : nothing;
}

function flexTicketState(
  { status, redemption_available: available }: OrderedFlexTicket,
  words: Words,
) {
  if (status === 'CANCELED') return mark(words.say('canceledPart'));
  if (status === 'FAILURE') return mark(words.say('notValid'));
  return available === null
    ? words.say('admitsAlways')
    : words.say('admissionsLeft', { count: available });
}
