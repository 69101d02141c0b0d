import { html, nothing } from 'lit';
import type { QuotedOrder } from '#contract/quote.schema';
import type { Site } from '#contract/site.schema';
import type { Vendor } from '#contract/vendor.schema';
import { allowsNextOrder, type Attempt } from '../../domain/attempt.ts';
import { isChargedFirst, isSaved } from '../../domain/payment-method.ts';
import { promises } from '../../elements/parts/promises.ts';
import type { Words } from '../../messages/words.ts';
import { inShort } from './order-in-short.ts';
import { paymentWords } from './payment-words.ts';

interface Source {
  /** Undefined while it loads, and if it could not be loaded. */
  vendor: Vendor | undefined;
  site: Site | undefined;
  /** Why the order was not placed, and what the customer can do about it. */
  problem: unknown;
  words: Words;
  now: number;
}

/** One of the checkout's orders; a placed one only with its code. */
export function orderToPlace(attempt: Attempt, { vendor, site, problem, words, now }: Source) {
  const { order, intent } = attempt;
  if (allowsNextOrder(attempt)) {
    const code = intent?.order?.code;
    return html`<div class="order">
      <h3 class="heading">${order.vendor_name}</h3>
      <p>${code ? words.say('viewed', { code }) : words.say('checking')}</p>
    </div>`;
  }
  const look = attempt.previous ? 'changed' : '';
  return html`<div class="order">
    ${problem}
    <booking-order-summary
      class=${look}
      .order=${order}
      .previous=${attempt.previous}
    ></booking-order-summary>
    <div class="recap">
      <p class="small">${inShort(order, words)}</p>
      ${promises(order.vendor_id, order.lines, { site, words, now })}
    </div>
    <p class="small payment">
      <span class="strong">${words.say('payment')}</span>
      ${
        attempt.isPaid
          ? words.say(confirmedKey(order, site), {
              money: words.money(order.total, order.currency),
            })
          : nothing
      }
      ${paymentWords(order, vendor, site, words)}
    </p>
  </div>`;
}

/** The text for an order whose payment was confirmed before a reload. */
function confirmedKey(order: QuotedOrder, site: Site | undefined) {
  if (isSaved(order, site)) return 'detailsSaved';
  return isChargedFirst(order, site) ? 'alreadyPaid' : 'paymentConfirmed';
}
