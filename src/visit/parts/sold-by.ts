import { html, nothing, type TemplateResult } from 'lit';
import type { QuotedOrder } from '#contract/quote.schema';
import type { Seller } from '#contract/site.schema';
import type { Vendor } from '#contract/vendor.schema';
import { nameOfCountry } from '../../domain/countries.ts';
import { href } from '../../elements/parts/address.ts';
import type { Words } from '../../messages/words.ts';

/** The vendor's legal name, or else the name that the order has. */
export const legalName = (order: QuotedOrder, vendor: Vendor | undefined) =>
  vendor?.legal_company_name || order.vendor_name;

/**
 * The vendor, the reseller and how to reach both, which the customer has to be told beside the
 * order button (Directive 2011/83/EU art. 6 and 6a).
 */
export function soldBy(
  order: QuotedOrder,
  vendor: Vendor | undefined,
  reseller: Seller | null | undefined,
  words: Words,
): TemplateResult {
  const name = legalName(order, vendor);
  const country = vendor?.country && nameOfCountry(vendor.country, words.lang);
  // On a vendor's own site, the site's seller is the vendor, and its data is more complete.
  const isSame = reseller?.name === name || reseller?.name === order.vendor_name;
  const own = isSame ? reseller : undefined;
  return html`${party(
    words.say('seller', { seller: words.list(...[name, country ?? ''].filter(Boolean)) }),
    vendor?.legal_representative &&
      words.say('representedBy', { name: vendor.legal_representative }),
    own?.address,
    own?.registration,
    ...waysToReach(vendor, own),
  )}
  ${
    reseller && !isSame
      ? party(
          words.say('arrangedBy', { seller: reseller.name, vendor: name }),
          reseller.address,
          reseller.registration,
          ...waysToReach(undefined, reseller),
        )
      : nothing
  }`;
}

/** The vendor's name, and links to its e-mail address and phone number. */
export function contactOf({ vendor_name }: QuotedOrder, vendor: Vendor | undefined) {
  const ways = [vendor_name, ...waysToReach(vendor, undefined)].filter(Boolean);
  return ways.map((way, index) => [index > 0 ? ' · ' : '', way]);
}

/** A paragraph with the name of a company and the parts that are not empty. */
function party(who: string, ...parts: unknown[]): TemplateResult {
  const given = parts.filter(Boolean);
  return html`<p>${who} ${given.map((part, index) => [index > 0 ? ' · ' : '', part])}</p>`;
}

/** Links to the vendor's e-mail address and phone number, or else to those of the reseller. */
export function waysToReach(vendor: Vendor | undefined, reseller: Seller | null | undefined) {
  return [
    mail(vendor?.service_email || reseller?.email),
    phone(vendor?.service_phone || reseller?.phone),
  ];
}

/** The same of who takes the payment: the reseller, or else the vendor. */
export function waysToReachPayee(vendor: Vendor | undefined, reseller: Seller | null | undefined) {
  const isReachable = reseller?.email || reseller?.phone;
  return isReachable ? waysToReach(undefined, reseller) : waysToReach(vendor, undefined);
}

const mail = (email?: string) =>
  email &&
  html`<a href=${href(`mailto:${encodeURIComponent(email).replace('%40', '@')}`)}>${email}</a>`;

const phone = (number?: string) =>
  number &&
  html`<a class="number" dir="ltr" href=${href(`tel:${number.replace(/[^+\d]/g, '')}`)}
    >${number}</a
  >`;
