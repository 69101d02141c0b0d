import type { QuotedOrder } from '#contract/quote.schema';
import type { Site } from '#contract/site.schema';
import type { Vendor } from '#contract/vendor.schema';
import type { Words } from '../../messages/words.ts';
import { legalName } from './sold-by.ts';

/**
 * How and when an order is paid: the site's own text, else that the vendor's terms say so, else
 * that the vendor will. It is never empty.
 */
export function paymentWords(
  order: QuotedOrder,
  vendor: Vendor | undefined,
  site: Site | undefined,
  words: Words,
): string {
  if (order.total === 0) return words.say('nothingToPay');
  const texts = site?.payment[order.vendor_id];
  const own = texts?.[words.lang] ?? texts?.[site?.locale ?? ''];
  const key = vendor?.terms.length ? 'payByTerms' : 'payLater';
  return own ?? words.say(key, { vendor: legalName(order, vendor) });
}
