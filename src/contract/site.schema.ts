import { z } from 'zod';
import { defaultFields } from './checkout-fields.ts';
import { givenKey, id } from './values.schema.ts';

const webAddress = z
  .url({ protocol: /^https?$/, error: 'an address looks like https://www.example.com/terms' })
  .max(2000);

const language = z.string().regex(/^[a-z]{2}$/, 'a language is two small letters (ISO 639-1)');

const locale = z
  .string()
  .regex(
    /^[a-z]{2}(-x-informal)?$/,
    'a language is two small letters (ISO 639-1), or de-x-informal',
  );

/** A question that the site adds to the checkout. The answers go to the vendor with the order. */
const question = z.strictObject({
  id: givenKey,
  title: z.string().min(1).max(200),
  type: z.enum(['text', 'choice', 'checkbox']),
  required: z.boolean().default(false),
  /** The options of the type `choice`; empty for other types. */
  options: z.array(z.string().min(1).max(200)).max(50).default([]),
});
export type Question = z.infer<typeof question>;

const asked = z.enum(['off', 'optional', 'required']);

/** Which fields the checkout has, and which of them have to be filled in. */
export const checkoutFields = z.strictObject({
  phone: asked.default(defaultFields.phone),
  company: asked.default(defaultFields.company),
  billing_address: asked.default(defaultFields.billing_address),
  comment: asked.default(defaultFields.comment),
  /** Consent cannot be required. */
  newsletter: asked.exclude(['required']).default(defaultFields.newsletter),
  participant_name: asked.default(defaultFields.participant_name),
  participant_email: asked.default(defaultFields.participant_email),
  participant_phone: asked.default(defaultFields.participant_phone),
});
export type CheckoutFields = z.infer<typeof checkoutFields>;

/**
 * The company that runs the site: the reseller, or the vendor on its own site. Customers must be
 * told who it is before they order.
 */
const seller = z.strictObject({
  name: z.string().min(1).max(200),
  address: z.string().max(500).default(''),
  email: z.string().max(254).default(''),
  phone: z.string().max(50).default(''),
  /** The company's register and number, or its tax number. */
  registration: z.string().max(200).default(''),
});
export type Seller = z.infer<typeof seller>;

const promiseForm =
  'a promise is "pay-nothing-now", {"free_cancellation_hours": 24}, or a line in each language, {"en": "Small groups"}';

/**
 * What customers are told before they order: one of two promises that the widget has words for, or
 * a short line in the site's own words, by language (ISO 639-1).
 */
const promise = z.union(
  [
    z.literal('pay-nothing-now'),
    z.strictObject({ free_cancellation_hours: z.int().min(1).max(8_760) }),
    z.record(language, z.string().trim().min(1).max(80)).refine(hasEntries, promiseForm),
  ],
  promiseForm,
);
export type Promised = z.infer<typeof promise>;

const promises = z.array(promise).max(4, 'there are up to four promises');

/** What is promised with every order, and with those of single vendors in place of that. */
const sitePromises = z.strictObject({
  orders: promises.default([]),
  /** By vendor id. */
  vendors: z.record(id, promises).default({}),
});
export type SitePromises = z.infer<typeof sitePromises>;

/** How and when customers pay a vendor, by language (ISO 639-1). */
const paymentTexts = z.record(language, z.string().trim().min(1).max(500));

/** none: the order is not paid here. optional: it may be. required: without a payment it is refused. */
const paymentDemand = z.enum(['none', 'optional', 'required']);

/** The payment providers that are built in, so that the widget shows their fields itself. */
export const paymentProvider = z.enum(['test', 'stripe']);

/** Whether orders are paid as they are placed: all of the site, and those of single vendors. */
export const sitePayments = z.strictObject({
  orders: paymentDemand.default('none'),
  /** By vendor id. */
  vendors: z.record(id, paymentDemand).default({}),
  /** The money is taken before the order is placed, and goes back if it is not accepted. */
  charge_first: z.boolean().optional(),
  /** Of orders on request the money is held until the vendor answers, or the method is saved. */
  requests: z.enum(['hold', 'save']).optional(),
  provider: paymentProvider.optional(),
  /** With it the provider's script knows whose payments a page confirms. */
  publishable_key: z.string().max(255).optional(),
});

/** The public settings of a site. */
export const siteSettings = {
  /** Language of the site, one of the widget's: ISO 639-1, and `de-x-informal`. */
  locale,
  prices_include_vat: z.boolean(),
  terms_url: webAddress.nullable(),
  privacy_url: webAddress.nullable(),
  seller: seller.nullable(),
  questions: z.array(question).max(20),
  fields: checkoutFields,
  /** By vendor id. */
  payment: z.record(id, paymentTexts),
  payments: sitePayments.optional(),
  promises: sitePromises.optional(),
};

/** A site's settings, and its vendors and categories. */
export const site = z.strictObject({
  ...siteSettings,
  vendors: z.array(z.strictObject({ id, name: z.string() })),
  /** Top-level categories of the events on sale, in display order. */
  categories: z.array(z.strictObject({ id: z.int(), title: z.string() })),
  /** Within how many seconds an order is responded to. */
  order_seconds: z.int().min(1).optional(),
});
export type Site = z.infer<typeof site>;

function hasEntries(record: object): boolean {
  return Object.keys(record).length > 0;
}
