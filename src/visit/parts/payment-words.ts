import type { OrderPayment, PaymentState } from '#contract/order.schema';
import type { QuotedOrder } from '#contract/quote.schema';
import type { Site } from '#contract/site.schema';
import type { Vendor } from '#contract/vendor.schema';
import { ownText } from '../../domain/own-text.ts';
import { isChargedFirst, isPaymentRequired, isSaved } from '../../domain/payment-method.ts';
import { customerZone, dayIn } from '../../domain/zone.ts';
import type { MessageKey } from '../../messages/en.ts';
import type { Words } from '../../messages/words.ts';
import { legalName } from './sold-by.ts';

/**
 * How and when an order is paid: with the order if the site demands that, else the site's own text,
 * else that the vendor's terms or the vendor will say so. It is never empty.
 * @param sent once the order is sent: whether it is accepted, and the payment that was confirmed
 */
export function paymentWords(
  order: QuotedOrder,
  vendor: Vendor | undefined,
  site: Site | undefined,
  words: Words,
  sent?: { isAccepted: boolean; payment: OrderPayment | undefined },
): string {
  if (order.total === 0) return words.say('nothingToPay');
  const { payment } = sent ?? {};
  if (sent?.isAccepted && payment) return standingPayment(payment, words);
  if (sent ? payment : isPaymentRequired(order, site)) {
    const money = words.money(payment?.amount ?? order.total, order.currency);
    if (payment?.state === 'released') {
      return words.say('holdLapsed', { money, vendor: legalName(order, vendor) });
    }
    if (payment ? payment.state === 'saved' : isSaved(order, site)) {
      return words.say('chargedLater', { money, vendor: legalName(order, vendor) });
    }
    if (payment ? payment.state === 'paid' : isChargedFirst(order, site)) {
      return order.kind === 'BOOKING'
        ? words.say('chargedWithOrder', { money })
        : words.say('chargedWithRequest', { money, vendor: legalName(order, vendor) });
    }
    return order.kind === 'BOOKING'
      ? words.say('chargedOnConfirmation', { money })
      : words.say('chargedOnAcceptance', { money, vendor: legalName(order, vendor) });
  }
  const own = ownText(site?.payment[order.vendor_id], words.lang, site?.locale);
  const key = vendor?.terms.length ? 'payByTerms' : 'payLater';
  return own ?? words.say(key, { vendor: legalName(order, vendor) });
}

const standing = {
  held: 'beingCharged',
  saved: 'beingCharged',
  paid: 'paid',
  released: 'holdReleased',
  forgotten: 'detailsRemoved',
  refunding: 'refundOnItsWay',
  'refund-due': 'refundByHand',
  refunded: 'paidBack',
  due: 'paymentDue',
  overdue: 'paymentOverdue',
  open: 'paymentOpen',
} as const satisfies Record<PaymentState, MessageKey>;

/** What has become of the payment of an accepted order. */
function standingPayment(payment: OrderPayment, words: Words): string {
  const { state, amount, currency } = payment;
  return words.say(standing[state], { money: words.money(amount, currency) });
}

/** Why a payment is due, and until when; empty if it is not. */
export function dueText({ due_by }: OrderPayment, words: Words): string {
  return due_by ? words.say('paymentDueMore', { when: momentText(due_by, words) }) : '';
}

/** The day and time in the customer's zone. */
function momentText(instant: string, words: Words): string {
  const zone = customerZone();
  return words.list(words.longDay(dayIn(zone, Date.parse(instant))), words.time(zone, instant));
}

const ended = {
  ...standing,
  held: 'holdEnding',
  saved: 'detailsEnding',
  due: 'holdReleased',
} as const satisfies Record<PaymentState, MessageKey>;

/**
 * What has become of the payment of an order that has ended or was never placed. Undefined if the
 * money stays taken and no refund is under way.
 */
export function endedPayment(payment: OrderPayment, words: Words): string | undefined {
  const { state, amount, currency } = payment;
  if (state === 'paid') return undefined;
  return words.say(ended[state], { money: words.money(amount, currency) });
}

/** Who was paid, when, and under which reference; empty unless money was taken. */
export function receipt(
  { reference, taken_at }: OrderPayment,
  seller: string,
  words: Words,
): string {
  if (!taken_at) return '';
  return [
    words.say('paidTo', { seller }),
    momentText(taken_at, words),
    words.say('paymentReference', { reference }),
  ].join(' · ');
}
