import { html, type TemplateResult } from 'lit';
import type { QuotedOrder } from '#contract/quote.schema';
import type { Site } from '#contract/site.schema';
import { type Attempt, isOnItsWay } from '../../domain/attempt.ts';
import { isPayable } from '../../domain/payment-method.ts';
import { customerZone } from '../../domain/zone.ts';
import type { Words } from '../../messages/words.ts';
import { type OrderStep, renderSteps } from './steps.ts';

interface Source {
  /** The orders that are being placed. */
  orders: QuotedOrder[];
  isOrdering: boolean;
  /** Whether the customer has been waiting for longer than usual. */
  isSlow: boolean;
  /** The text that is shown while something loads. */
  loadingText: string;
  site: Site | undefined;
  words: Words;
}

/** Says what the customer is waiting for, and since when. */
export function orderingProgress(attempts: Attempt[], source: Source): TemplateResult {
  const { orders, isSlow, site, words } = source;
  const sent = attempts.find(isOnItsWay)?.sent;
  if (sent === undefined) {
    return html`<p class="small late">${beforeSendingText(attempts, source)}</p>`;
  }
  const time = words.time(customerZone(), sent);
  const seconds = site?.order_seconds;
  const howLong = seconds ? words.say('orderingMore', { duration: words.seconds(seconds) }) : '';
  const vendor = words.names(...new Set(orders.map(({ vendor_name }) => vendor_name)));
  const steps: OrderStep[] = [
    {
      state: 'done',
      title: words.say('sentAt'),
      about: html`<span class="number">${time}</span>`,
    },
    {
      state: 'awaited',
      title: words.say('waitingFor', { vendor }),
      about: isSlow ? words.say('orderingSince', { time }) : howLong,
    },
  ];
  return html`<div class="late">${renderSteps(steps, words)}</div>`;
}

/** What is awaited before the first order is sent. */
function beforeSendingText(
  attempts: Attempt[],
  { isOrdering, loadingText, site, words }: Source,
): string {
  const isPaying = attempts.some(({ order, isPaid }) => !isPaid && isPayable(order, site));
  if (!isOrdering || !isPaying) return loadingText;
  return `${words.say('confirmingPayment')} ${words.say('nothingOrdered')}`;
}
