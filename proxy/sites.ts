import { z } from 'zod';
import { checkoutFields, sitePayments, siteSettings } from '#contract/site.schema';
import { givenKey, id } from '#contract/values.schema';
import { isListable } from './ids.ts';
import { areMixed, mixedKeysAdvice, type StripeKeys, stripeKeys } from './stripe-keys.ts';
import { isTimeZone } from './time-zones.ts';

export const originForm =
  'https://www.example.com (no path, no slash at the end; a name with ü or é as browsers send it, xn--…)';

/** A page's origin as browsers send it, so that it can be compared as a whole string. */
export const origin = z.string().refine(isOrigin, `an origin looks like ${originForm}`);

/** A name that `Intl` knows. */
export const timeZone = z.string().refine(isTimeZone, 'a time zone looks like Europe/Berlin');

const picture = z.url({
  protocol: /^https$/,
  error: 'a picture looks like https://www.example.com/picture.jpg',
});

/** What a reseller may set for a site, with the defaults. */
const settings = z.object({
  /** Public: the `site` attribute of the tag. */
  key: givenKey.default('default'),
  /** Ids of the vendors on sale; all that the client may see when empty. */
  vendors: z
    .array(id.refine(isListable, 'the platform lists no id with a comma'))
    .max(200)
    .default([]),
  /** Pictures by event id; the platform has none. */
  images: z.record(id, z.array(picture).max(20)).default({}),
  /**
   * Groups of event ids that are one thing in several durations, besides those that titles reveal.
   */
  durations: z.array(z.array(id).min(2).max(6)).max(1000).default([]),
  /** Ids of the categories whose events come first in the list, the most preferred first. */
  preferred_categories: z.array(z.int()).max(50).default([]),
  locale: siteSettings.locale.default('en'),
  /** For events that name none that exists. */
  time_zone: timeZone.optional(),
  // The spec does not say. Prices for end customers are assumed to be what they pay.
  prices_include_vat: siteSettings.prices_include_vat.default(true),
  terms_url: siteSettings.terms_url.default(null),
  privacy_url: siteSettings.privacy_url.default(null),
  seller: siteSettings.seller.default(null),
  questions: siteSettings.questions.default([]),
  fields: checkoutFields.prefault({}),
  payment: siteSettings.payment.default({}),
  promises: siteSettings.promises,
  payments: sitePayments
    .omit({ publishable_key: true })
    .extend({
      /** `required` where the site has an account at a provider, else `none`. */
      orders: sitePayments.shape.orders.unwrap().optional(),
      /** Stripe is chosen by its keys. */
      provider: z.enum(['test']).optional(),
      /**
       * With `charge_first` the platform can be told with the order that it is paid. It is not told
       * of a refund later, because no operation updates an order.
       */
      tells_platform: z.boolean().optional(),
      /** Who gives money back when an order ends, or costs less, after it was taken. */
      refunds: z.enum(['automatic', 'manual']).default('automatic'),
      /** How long an accepted order whose money was not held any more can be paid again. */
      due_hours: z.number().min(0).max(720).optional(),
    })
    .prefault({}),
});

/** An entry of `SITES_FILE`. Secrets are not in it: it names the variables that hold them. */
const entry = z.strictObject({
  ...settings.shape,
  key: givenKey,
  client_id_from: z.string(),
  client_secret_from: z.string(),
  stripe: z
    .strictObject({
      secret_key_from: z.string(),
      webhook_secret_from: z.string().optional(),
      publishable_key: stripeKeys.publishable_key,
    })
    .optional(),
  origins: z.array(origin).min(1),
});

type Payments = Readonly<z.output<typeof sitePayments>> & {
  readonly refunds: 'automatic' | 'manual';
  readonly due_hours?: number | undefined;
  readonly tells_platform?: boolean | undefined;
};

/** A reseller's set-up on this proxy. */
export interface SiteConfig extends Omit<Readonly<z.output<typeof settings>>, 'payments'> {
  readonly payments: Payments;
  /** The account at Stripe that the site's customers pay to. */
  readonly stripe?: StripeKeys;
  readonly client: { readonly id: string; readonly secret: string };
  readonly origins: ReadonlySet<string>;
}

/** @throws {Error} that says which entry is wrong, where, and why */
export function readSites(
  text: string,
  variables: Readonly<Record<string, string | undefined>>,
): SiteConfig[] {
  const keys: string[] = [];
  return readList(text).map((item, index): SiteConfig => {
    const label = `entry ${index + 1}${keySuffix(item)}`;
    const result = entry.safeParse(item, { error: missingMessage });
    if (!result.success) throw new Error(`${label}: ${explain(result.error)}`);
    const { client_id_from, client_secret_from, origins, stripe, ...site } = result.data;
    const first = keys.indexOf(site.key) + 1;
    if (first > 0) throw new Error(`${label}: key: entry ${first} has the same; give it another`);
    keys.push(site.key);
    // Its value is not repeated: it may be the secret itself instead of a variable's name.
    const lookUp = (field: string, name: string) => {
      if (variables[name] !== undefined) return variables[name];
      throw new Error(`${label}: ${field}: there is no variable of this name; set it`);
    };
    const client = {
      id: lookUp('client_id_from', client_id_from),
      secret: lookUp('client_secret_from', client_secret_from),
    };
    const account = stripe && {
      publishable_key: stripe.publishable_key,
      ...lookUpStripe(stripe, lookUp, label),
    };
    if (account && areMixed(account)) throw new Error(`${label}: stripe: ${mixedKeysAdvice}`);
    return withStripe({ ...site, client, origins: new Set(origins) }, account);
  });
}

/** The variables that `SITES_FILE` names, also where it cannot be read in other respects. */
export function namedVariables(text: string): string[] {
  const names = text.matchAll(
    /"(?:client_id|client_secret|secret_key|webhook_secret)_from"\s*:\s*"(\w+)"/g,
  );
  return [...names].map(([, name = '']) => name);
}

/** The site of a proxy that has only one. */
export function onlySite(
  client: SiteConfig['client'],
  origins: ReadonlySet<string>,
  given: Pick<z.input<typeof settings>, 'locale' | 'time_zone' | 'payments'>,
  stripe?: StripeKeys,
): SiteConfig {
  return withStripe({ ...settings.parse(given), client, origins }, stripe);
}

/** With its keys, a site's orders are paid at Stripe, unless it says otherwise. */
function withStripe(
  { payments, ...site }: Omit<SiteConfig, 'payments' | 'stripe'> & z.output<typeof settings>,
  stripe: StripeKeys | undefined,
): SiteConfig {
  if (!stripe) return { ...site, payments: { ...payments, orders: payments.orders ?? 'none' } };
  const { publishable_key } = stripe;
  const { orders = 'required' } = payments;
  return {
    ...site,
    stripe,
    payments: { ...payments, orders, provider: 'stripe', publishable_key },
  };
}

/** The keys that an entry names the variables of. */
function lookUpStripe(
  names: { readonly secret_key_from: string; readonly webhook_secret_from?: string | undefined },
  lookUp: (field: string, name: string) => string,
  label: string,
): Pick<StripeKeys, 'secret_key' | 'webhook_secret'> {
  const found = (field: 'secret_key' | 'webhook_secret', name: string) => {
    const value = lookUp(`stripe.${field}_from`, name);
    const { error } = stripeKeys[field].safeParse(value);
    if (!error) return value;
    throw new Error(`${label}: stripe.${field}_from: the variable is wrong: ${explain(error)}`);
  };
  const { secret_key_from, webhook_secret_from } = names;
  return {
    secret_key: found('secret_key', secret_key_from),
    webhook_secret: webhook_secret_from && found('webhook_secret', webhook_secret_from),
  };
}

/** Editors on Windows put it at the start of a file without showing it. */
const BYTE_ORDER_MARK = /^\uFEFF/;

function readList(text: string): unknown[] {
  let list: unknown;
  try {
    list = JSON.parse(text.replace(BYTE_ORDER_MARK, ''));
  } catch {
    throw new Error('it is not JSON; look for a comma or a quote too many or too few');
  }
  if (!Array.isArray(list) || list.length === 0)
    throw new Error('it has to be a list, [ … ], with an entry for each site');
  return list;
}

function keySuffix(item: unknown): string {
  const { data: key } = givenKey.safeParse((item as { key?: unknown } | null)?.key);
  return key === undefined ? '' : ` (${key})`;
}

function missingMessage({ input }: { readonly input?: unknown }): string | undefined {
  return input === undefined ? 'it is missing' : undefined;
}

function explain({ issues: [issue] }: z.ZodError): string {
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const field = [...(issue?.path ?? []), ...unknown].map(String).join('.');
  const fault = unknown.length > 0 ? 'there is no such field' : issue?.message;
  return field === '' ? `${fault}` : `${field}: ${fault}`;
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin } = new URL(text);
  return /^https?:$/.test(protocol) && origin === text;
}
