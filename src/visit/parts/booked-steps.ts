import { html } from 'lit';
import type { OrderPayment, PlacedOrder } from '#contract/order.schema';
import type { QuotedLine, QuotedOrder } from '#contract/quote.schema';
import type { Site } from '#contract/site.schema';
import type { Vendor } from '#contract/vendor.schema';
import type { Words } from '../../messages/words.ts';
import { arrivalSteps } from './arrival-steps.ts';
import { codeText, isPaid, paidFor } from './order-status.ts';
import { dueText, paymentWords, receipt } from './payment-words.ts';
import { legalName } from './sold-by.ts';
import type { OrderStep } from './steps.ts';
import { untilText } from './what-follows.ts';

/** What is known of a booked order besides the order itself. */
export interface AboutBooked {
  /** Undefined if only the code is known. */
  order: QuotedOrder | undefined;
  /** The lines that are not cancelled. */
  lines: QuotedLine[];
  vendor: Vendor | undefined;
  /** The payment that was confirmed with the order. */
  payment: OrderPayment | undefined;
  site: Site | undefined;
  /** The customer's address; empty if it is not known. */
  email: string;
  /** Milliseconds since the epoch. */
  now: number;
}

/** A booked order: what is done, and what is left to do until its dates. */
export function bookedSteps(placed: PlacedOrder, about: AboutBooked, words: Words): OrderStep[] {
  const { lines, now } = about;
  const until = untilText(placed, 'booked', now, words);
  const steps = [
    orderedStep(placed, about, words),
    ...paymentSteps(placed, about, words),
    ...(until ? [{ state: 'to-come' as const, title: until }] : []),
    ...arrivalSteps(lines, now, words),
  ];
  // What is done comes before what is to come.
  return [...steps.filter(isDone), ...steps.filter((step) => !isDone(step))];
}

const isDone = ({ state }: OrderStep) => state === 'done';

function orderedStep({ code }: PlacedOrder, about: AboutBooked, words: Words): OrderStep {
  const { order, email } = about;
  const texts = [
    order ? words.say('keepCode', { vendor: order.vendor_name }) : '',
    email ? words.say('mailGoesTo', { email }) : '',
  ];
  return {
    state: 'done',
    title: words.say('orderPlaced'),
    about: html`<p>${words.say('code')} ${codeText(code, false)}</p>
      <p>${texts.filter(Boolean).join(' ')}</p>`,
  };
}

/** What was paid and given back, and what is still to be paid or is on its way. */
function paymentSteps(placed: PlacedOrder, about: AboutBooked, words: Words): OrderStep[] {
  const { order, vendor, payment, site } = about;
  const { currency, refunded = 0 } = placed;
  const steps: OrderStep[] = [];
  const seller = site?.seller?.name ?? (order ? legalName(order, vendor) : '');
  const paid = paidFor(placed) || (payment?.state === 'paid' ? payment.amount : 0);
  if (paid > 0) {
    const title = words.say('paid', { money: words.money(paid, currency) });
    steps.push({ state: 'done', title, about: payment && receipt(payment, seller, words) });
  }
  if (refunded > 0) {
    const title = words.say('refunded', { money: words.money(refunded, currency) });
    steps.push({ state: 'done', title });
  }
  if (!order || order.total === 0) return steps;
  const due = paymentWords(order, vendor, site, words, { isAccepted: true, payment });
  if (!payment && !isPaid(placed)) {
    steps.push({ state: 'to-come', title: words.say('payment'), about: due });
  }
  if (payment && payment.state !== 'paid') {
    const isOver = /^(released|forgotten|refunded)$/.test(payment.state);
    const { reference, taken_at: isTaken } = payment;
    const about = [
      dueText(payment, words),
      isTaken ? words.say('paymentReference', { reference }) : '',
    ].join(' ');
    steps.push({ state: isOver ? 'done' : 'to-come', title: due, about });
  }
  return steps;
}
