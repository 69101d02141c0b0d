import { z } from 'zod';
import { sitePayments, siteSettings } from '#contract/site.schema';
import { ConfigError } from './config-error.ts';
import {
  readGivenFile,
  type ReadText,
  secretFile,
  type Variables,
  withSecretFiles,
} from './given-files.ts';
import { isLoopback } from './loopback.ts';
import { refuseMisspelt } from './misspelt.ts';
import { wrongPromise } from './payments/wrong-promise.ts';
import { randomCharacters, secret, secretAdvice } from './secret-strength.ts';
import {
  namedVariables,
  onlySite,
  origin,
  originForm,
  readSites,
  type SiteConfig,
  timeZone,
} from './sites.ts';
import { isStoreUrl, storeUrlAdvice } from './store/url.ts';
import { areMixed, mixedKeysAdvice, type StripeKeys, stripeKeys } from './stripe-keys.ts';
import { sendTimeOf } from './time-limits.ts';

/** An http(s) address that paths can be appended to. */
const address = z
  .string()
  .refine(isAddress)
  .transform((text) => new URL(text))
  // `href` would keep the ? or # of an empty query or fragment.
  .transform(({ origin, pathname }) => (origin + pathname).replace(/\/+$/, ''));
const origins = z
  .string()
  .transform((list) => list.split(',').map((origin) => origin.trim()))
  .pipe(z.array(origin))
  .transform((list): ReadonlySet<string> => new Set(list));

const number = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max));
/** A whole number. `what` names it in the advice; `fallback` is its default. */
const wholeNumber = (what: string, min: number, max: number, fallback: number) =>
  number(min, max).default(fallback).describe(`set it to ${what}, ${min} to ${max}`);

/** Each variable, and what to do about it when it is missing or wrong. */
const environment = z.object({
  PLATFORM_URL: address
    .refine((text) => !/\/v3$/.test(text))
    .describe('set it to the address of the platform without /v3, such as https://api.example.com'),
  PUBLIC_URL: address.describe(
    "set it to this proxy's address as browsers see it, such as https://book.example.com",
  ),
  PROXY_SECRET: secret.describe(secretAdvice),
  /** The previous secret: what was signed or sealed with it stays valid while it is set. */
  PROXY_SECRET_BEFORE: secret
    .optional()
    .describe(`set it to what PROXY_SECRET was (${randomCharacters}), or leave it out`),
  STORE_URL: z.string().refine(isStoreUrl).default('file:./data/proxy.db').describe(storeUrlAdvice),
  /** Left out, the proxy listens on all interfaces. */
  HOST: z.string().optional(),
  PORT: wholeNumber('a port', 0, 65_535, 8787),
  ADMIN_HOST: z.string().default('127.0.0.1'),
  /** Left out, there is no listener for metrics and details. */
  ADMIN_PORT: number(0, 65_535)
    .optional()
    .describe('set it to another port than PORT, 0 to 65535, or leave it out'),
  /**
   * Proxies of your own in front of this one; each appends the address of its peer to
   * X-Forwarded-For.
   */
  TRUSTED_HOPS: wholeNumber('how many proxies of yours stand before this one', 0, 10, 0),
  /** Per client address. */
  READS_PER_MINUTE: wholeNumber('a number of reads', 1, 999_999_999, 1_200),
  QUOTES_PER_MINUTE: wholeNumber('a number of quotes', 1, 999_999_999, 60),
  ORDERS_PER_MINUTE: wholeNumber('a number of orders', 1, 999_999_999, 20),
  /**
   * Per client address: the milliseconds spent on rendering responses that are not cached. The
   * default is a tenth of the one thread.
   */
  RENDER_MS_PER_MINUTE: wholeNumber(
    'how many milliseconds an address may have responses rendered in a minute',
    1,
    999_999_999,
    6_000,
  ),
  /**
   * Per client address in ten minutes. There is a limit per day too, which follows from the budget.
   */
  CALLS_PER_CLIENT: wholeNumber(
    'how many platform calls an address may cause in ten minutes',
    1,
    999_999_999,
    120,
  ),
  /** Per client address and day. */
  PLACES_PER_CLIENT: wholeNumber(
    'how many places an address may order in a day',
    1,
    999_999_999,
    500,
  ),
  /** The same for a single event date; unlimited when left out. */
  PLACES_PER_DATE: number(1, 999_999_999)
    .optional()
    .describe('set it to how many places of a date an address may order in a day, or leave it out'),
  /** Per day, by all visitors of a site together; unlimited when left out. */
  PLACES_PER_SITE: number(1, 999_999_999)
    .optional()
    .describe(
      'set it to how many places all visitors of a site may order in a day, or leave it out',
    ),
  /**
   * Per client address and day: orders with the same e-mail address, to which the platform writes.
   */
  ORDERS_PER_EMAIL: wholeNumber(
    'how many orders of a client address may have one e-mail address in a day',
    1,
    999_999_999,
    20,
  ),
  /** Per client address and day: distinct e-mail addresses of its orders. */
  EMAILS_PER_CLIENT: wholeNumber(
    'how many e-mail addresses the orders of a client address may have in a day',
    1,
    999_999_999,
    20,
  ),
  /** The default is what the platform is publicly known to allow. */
  PLATFORM_BUDGET: wholeNumber(
    'how many calls the platform allows in a month',
    1_000,
    999_999_999,
    500_000,
  ),
  /** If a month has more, dates are requested event by event. */
  DATES_PER_MONTH: wholeNumber(
    'how many dates of a month are kept in memory',
    1,
    1_000_000,
    300_000,
  ),
  /** A JSON file of several sites, instead of the variables for a single one. */
  SITES_FILE: z.string().optional(),
  /**
   * Whether the script brings the first list with it, which is what any visitor of the reseller's
   * page sees, and can then be read by everyone.
   */
  FIRST_LIST_IN_SCRIPT: z
    .enum(['yes', 'no'])
    .default('yes')
    .describe('set it to no if only your pages may read the list of events, or leave it out'),
  SELFSERVICE_URL: address
    .optional()
    .describe('set it to the address of the self-service page, such as https://my.example.com'),
  /**
   * After this time an order that was sent has arrived or never will: the assumption behind
   * `absent`.
   */
  ORDER_SETTLE_SECONDS: wholeNumber('a number of seconds', 1, 86_400, 900),
  /** How long an intent stays in the journal after its outcome is known. */
  ORDER_RETENTION_DAYS: wholeNumber('a number of days', 1, 3_650, 400),
  /** With these the platform gets a token for its notifications; both are set or neither. */
  NOTIFICATION_CLIENT_ID: z.string().optional(),
  NOTIFICATION_CLIENT_SECRET: secret.optional().describe(secretAdvice),
  /** For one request to the platform. */
  PLATFORM_TIMEOUT_SECONDS: wholeNumber('a number of seconds', 1, 60, 10),
});

/** It may be left out, and keeps its advice. */
const withAdvice = (key: z.ZodString) => key.optional().describe(key.description ?? '');

/** The only site of a proxy without a `SITES_FILE`. */
const siteVariables = z.object({
  PLATFORM_CLIENT_ID: z.string().describe('set it to the client id that the platform gave you'),
  PLATFORM_CLIENT_SECRET: z
    .string()
    .describe('set it to the client secret that the platform gave you'),
  ALLOWED_ORIGINS: origins.describe(
    `set it to the origins of your pages, separated by commas, such as ${originForm}`,
  ),
  LOCALE: siteSettings.locale
    .default('en')
    .describe('set it to a language of the widget, such as de or de-x-informal'),
  /** For events that name none that exists. */
  TIME_ZONE: timeZone
    .optional()
    .describe('set it to the time zone of the events, such as Europe/Berlin, or leave it out'),
  /** Whether orders are paid as they are placed. */
  PAYMENT: sitePayments.shape.orders
    .unwrap()
    .optional()
    .describe('set it to none, optional or required, or leave it out'),
  PAYMENT_CHARGE: z
    .enum(['first'])
    .optional()
    .describe(
      'set it to first, so that the money is taken before the order is placed, or leave it out',
    ),
  PAYMENT_REQUESTS: z
    .enum(['hold', 'save'])
    .optional()
    .describe(
      'set it to save, so that orders on request hold no money, and the saved card is charged once they are accepted, or leave it out',
    ),
  PAYMENT_PROVIDER: z
    .enum(['test'])
    .optional()
    .describe('set it to test, or leave it out; Stripe is chosen by STRIPE_SECRET_KEY'),
  STRIPE_SECRET_KEY: withAdvice(stripeKeys.secret_key),
  STRIPE_PUBLISHABLE_KEY: withAdvice(stripeKeys.publishable_key),
  STRIPE_WEBHOOK_SECRET: withAdvice(stripeKeys.webhook_secret),
});

export interface Config extends Readonly<z.output<typeof environment>> {
  /** One or more. */
  readonly sites: readonly SiteConfig[];
}

/** What may be in a file instead: `PROXY_SECRET_FILE` names that of `PROXY_SECRET`. */
const secretNames = [
  'PROXY_SECRET',
  'PROXY_SECRET_BEFORE',
  'PLATFORM_CLIENT_SECRET',
  'NOTIFICATION_CLIENT_SECRET',
  'STORE_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
];

/** Trimming these would change the keys that are derived from them. */
const asTheyAre: ReadonlySet<string> = new Set(['PROXY_SECRET', 'PROXY_SECRET_BEFORE']);

/** Environment files from Windows end lines with \r\n, and a secret's file ends with \n. */
function withoutLineEnd(name: string, value = ''): string {
  return asTheyAre.has(name) ? value : value.replace(/[\r\n]+$/, '');
}

/**
 * An empty variable counts as missing. `readText` returns the text of a file.
 * @throws {ConfigError} when a variable or an entry of `SITES_FILE` is missing or wrong
 */
export function readConfig(variables: Variables, readText: ReadText = () => ''): Config {
  const nonEmpty = withoutEmpty(variables);
  const { SITES_FILE } = nonEmpty;
  const sitesText = SITES_FILE && readGivenFile('SITES_FILE', SITES_FILE, readText);
  const ofSites = namedVariables(sitesText ?? '');
  const secrets = [...secretNames, ...ofSites];
  const named = new Set([...ofSites, ...ofSites.map(secretFile)]);
  const unnamed = Object.keys(nonEmpty).filter((name) => !named.has(name));
  refuseMisspelt(unnamed, [
    ...Object.keys(environment.shape),
    ...Object.keys(siteVariables.shape),
    ...secretNames.map(secretFile),
  ]);
  const given = withSecretFiles(nonEmpty, secrets, readText);
  return sitesText === undefined ? readOnlySite(given) : readSeveralSites(given, sitesText);
}

function readOnlySite(given: Variables): Config {
  const all = parse(environment.extend(siteVariables.shape), given);
  const { PLATFORM_CLIENT_ID, PLATFORM_CLIENT_SECRET, ALLOWED_ORIGINS, ...own } = all;
  const { LOCALE: locale, TIME_ZONE: time_zone, PAYMENT: orders, ...others } = own;
  const { PAYMENT_PROVIDER: provider, PAYMENT_CHARGE, PAYMENT_REQUESTS, ...rest } = others;
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, ...config } = rest;
  checkTogether(config);
  const client = { id: PLATFORM_CLIENT_ID, secret: PLATFORM_CLIENT_SECRET };
  const payments = {
    orders,
    provider,
    ...(PAYMENT_CHARGE && { charge_first: true }),
    ...(PAYMENT_REQUESTS && { requests: PAYMENT_REQUESTS }),
  };
  const stripe = onlyStripe({ STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET });
  const site = onlySite(client, ALLOWED_ORIGINS, { locale, time_zone, payments }, stripe);
  if (isTestOfRealPlatform(site, config)) {
    throw new ConfigError(`PAYMENT_PROVIDER is wrong: ${testProviderAdvice}`);
  }
  return { ...config, sites: [site] };
}

function onlyStripe(
  variables: Readonly<Record<string, string | undefined>>,
): StripeKeys | undefined {
  const secret_key = variables['STRIPE_SECRET_KEY'];
  const publishable_key = variables['STRIPE_PUBLISHABLE_KEY'];
  const webhook_secret = variables['STRIPE_WEBHOOK_SECRET'];
  const given = { secret_key, publishable_key, webhook_secret };
  const variable = (name: string) => `STRIPE_${name.toUpperCase()}`;
  const [first] = Object.entries(given).flatMap(([name, key]) => (key ? [name] : []));
  if (first === undefined) return undefined;
  const missing = secret_key ? 'publishable_key' : 'secret_key';
  if (!secret_key || !publishable_key) {
    throw new ConfigError(
      `${variable(missing)} is missing: set it as well, or leave out ${variable(first)}`,
    );
  }
  const keys = { secret_key, publishable_key, webhook_secret };
  if (areMixed(keys)) throw new ConfigError(`STRIPE_SECRET_KEY is wrong: ${mixedKeysAdvice}`);
  return keys;
}

function readSeveralSites(given: Variables, text: string): Config {
  const conflicting = Object.keys(siteVariables.shape).find((name) => given[name] !== undefined);
  if (conflicting)
    throw new ConfigError(`${conflicting} is wrong: SITES_FILE has its place, leave it out`);
  const config = parse(environment, given);
  checkTogether(config);
  const sites = readSitesFile(text, given);
  const site = sites.find((each) => isTestOfRealPlatform(each, config));
  if (site) {
    throw new ConfigError(`SITES_FILE is wrong: payments of ${site.key}: ${testProviderAdvice}`);
  }
  for (const each of sites) {
    const wrong = wrongPromise(each);
    if (wrong) throw new ConfigError(`SITES_FILE is wrong: promises of ${each.key}: ${wrong}`);
  }
  return { ...config, sites };
}

function readSitesFile(text: string, given: Variables): SiteConfig[] {
  try {
    return readSites(text, given);
  } catch (error) {
    throw new ConfigError(`SITES_FILE is wrong: ${(error as Error).message}`);
  }
}

const testProviderAdvice =
  'the provider test takes no money, so it is only for a platform on this machine; leave it out';

/** Whether a real platform's tickets would be given away. */
function isTestOfRealPlatform(
  { payments }: SiteConfig,
  { PLATFORM_URL }: Pick<Config, 'PLATFORM_URL'>,
): boolean {
  return payments.provider === 'test' && !isLoopback(new URL(PLATFORM_URL).hostname);
}

/** For programs that need nothing but the store. @throws {ConfigError} when `STORE_URL` is wrong */
export function readStoreUrl(variables: Variables, readText: ReadText): string {
  const given = withSecretFiles(withoutEmpty(variables), ['STORE_URL'], readText);
  return parse(environment.pick({ STORE_URL: true }), given).STORE_URL;
}

function withoutEmpty(variables: Variables): Variables {
  return Object.fromEntries(
    Object.entries(variables)
      .map(([name, value]) => [name, withoutLineEnd(name, value)] as const)
      .filter(([, value]) => value !== ''),
  );
}

function parse<T extends z.ZodObject>(schema: T, variables: Variables): z.output<T> {
  const result = schema.safeParse(variables);
  if (result.success) return result.data;
  const name = String(result.error.issues[0]?.path[0]);
  const fault = variables[name] === undefined ? 'missing' : 'wrong';
  const { description } = schema.shape[name] as z.ZodType;
  throw new ConfigError(`${name} is ${fault}: ${description}`);
}

/** Checks what concerns more than one variable. */
function checkTogether(config: z.output<typeof environment>): void {
  checkSettleTime(config);
  if (config.PUBLIC_URL === config.PLATFORM_URL) {
    throw new ConfigError(
      "PUBLIC_URL is wrong: set it to this proxy's address, not the platform's",
    );
  }
  const { NOTIFICATION_CLIENT_ID: id, NOTIFICATION_CLIENT_SECRET: secret } = config;
  if ((id === undefined) === (secret === undefined)) return;
  const names = ['NOTIFICATION_CLIENT_ID', 'NOTIFICATION_CLIENT_SECRET'] as const;
  const [missing, other] = id === undefined ? names : names.toReversed();
  throw new ConfigError(`${missing} is missing: set it as well, or leave out ${other}`);
}

function checkSettleTime(config: z.output<typeof environment>): void {
  const shortest = sendTimeOf(config) / 1000;
  if (config.ORDER_SETTLE_SECONDS >= shortest) return;
  throw new ConfigError(
    `ORDER_SETTLE_SECONDS is wrong: set it to ${shortest} or more, because sending an order may take so long (three times PLATFORM_TIMEOUT_SECONDS)`,
  );
}

/**
 * Messages repeat addresses, so none may contain a password. Without an @ there is none, wherever
 * `URL` would look for it.
 */
function isAddress(text: string): boolean {
  if (!URL.canParse(text) || text.includes('@')) return false;
  const { protocol, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && search + hash === '';
}
