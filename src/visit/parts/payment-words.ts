import type { PlacedOrder } from '#contract/order.schema';
import type { QuotedOrder } from '#contract/quote.schema';
import type { Site } from '#contract/site.schema';
import type { Vendor } from '#contract/vendor.schema';
import { isPaymentRequired } from '../../domain/payment-method.ts';
import type { Words } from '../../messages/words.ts';
import { legalName } from './sold-by.ts';

/**
 * How and when an order is paid: with the order, where the site demands that, else the site's own
 * text, else that the vendor's terms say so, else that the vendor will. It is never empty. `placed`:
 * the order, once it is placed.
 */
export function paymentWords(
  order: QuotedOrder,
  vendor: Vendor | undefined,
  site: Site | undefined,
  words: Words,
  placed?: PlacedOrder | null,
): string {
  if (order.total === 0) return words.say('nothingToPay');
  const isPaidHere = placed ? placed.paid_here : isPaymentRequired(order, site);
  if (isPaidHere) {
    const isBooking = order.kind === 'BOOKING';
    return isBooking
      ? words.say('chargedOnConfirmation')
      : words.say('chargedOnAcceptance', { vendor: legalName(order, vendor) });
  }
  const texts = site?.payment[order.vendor_id];
  const own = texts?.[words.lang] ?? texts?.[site?.locale ?? ''];
  const key = vendor?.terms.length ? 'payByTerms' : 'payLater';
  return own ?? words.say(key, { vendor: legalName(order, vendor) });
}
