import { html, nothing, type TemplateResult } from 'lit';
import type { QuotedOrder } from '#contract/quote.schema';
import type { Site } from '#contract/site.schema';
import { isChargedFirst } from '../../domain/payment-method.ts';
import { newTab } from '../../elements/parts/new-tab.ts';
import type { Words } from '../../messages/words.ts';
import { soldBy } from './sold-by.ts';
import type { VendorTerms } from './terms.ts';

interface Source {
  site: Site | undefined;
  /** Address of the privacy page, if there is one. */
  privacyUrl: string | null | undefined;
  words: Words;
}

/**
 * What the customer has to be told before the contract, beside the order button (Directive
 * 2011/83/EU art. 6): who sells, what a request costs, and whether one can withdraw.
 */
export function contractInformation(
  orders: QuotedOrder[],
  vendors: VendorTerms[],
  { site, privacyUrl, words }: Source,
): TemplateResult {
  return html`<div class="small law">
    ${vendors.map(({ order, vendor }) => soldBy(order, vendor, site?.seller, words))}
    <p>
      ${orders.map((order) =>
        order.kind === 'REQUEST' && order.total > 0 && !isChargedFirst(order, site)
          ? `${words.say('requestCost', { vendor: order.vendor_name })} `
          : nothing,
      )}
      ${withdrawalText(orders, vendors, words)}
    </p>
    ${privacyUrl ? newTab(privacyUrl, words.say('privacyPage'), words, 'page') : nothing}
  </div>`;
}

/** Says that dates cannot be withdrawn from, goods can, and the vendors' terms may allow more. */
function withdrawalText(orders: QuotedOrder[], vendors: VendorTerms[], words: Words): string {
  const withTerms = vendors.filter(({ nodes }) => nodes.length > 0);
  return [
    words.say('noWithdrawal'),
    ...withTerms.map(({ name }) => words.say('cancelByTerms', { vendor: name })),
    orders.some((order) => order.shipping_address) ? words.say('withdrawGoods') : '',
  ].join(' ');
}
