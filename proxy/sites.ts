import { z } from 'zod';
import { siteSettings } from '../src/contract/site.schema.ts';
import { id } from '../src/contract/values.schema.ts';

/** One page's origin as browsers send it, to be compared as a whole string. */
export const origin = z
  .string()
  .refine(isOrigin, 'an origin looks like https://www.example.com (no path, no slash at the end)');

/** What a reseller may say about a site, and what holds where nothing is said. */
const settings = z.object({
  /** Public: what the tag says as its `site`. */
  key: id.default('default'),
  /** Ids of the vendors on sale; all that the client may see when empty. */
  vendors: z.array(id).max(200).default([]),
  /** Pictures by event id, which the platform does not answer. */
  images: z.record(id, z.array(z.url({ protocol: /^https$/ })).max(20)).default({}),
  locale: siteSettings.locale.default('en'),
  // The spec does not say; prices for end customers are taken to be what they pay.
  prices_include_vat: siteSettings.prices_include_vat.default(true),
  terms_url: siteSettings.terms_url.default(null),
  privacy_url: siteSettings.privacy_url.default(null),
  seller: siteSettings.seller.default(null),
  questions: siteSettings.questions.default([]),
});

/** An entry of `SITES_FILE`. Secrets are not in it: it names the variables that hold them. */
const entry = z.strictObject({
  ...settings.shape,
  key: id,
  client_id_from: z.string(),
  client_secret_from: z.string(),
  origins: z.array(origin).min(1),
});

/** A reseller's set-up on this proxy. */
export interface SiteConfig extends Readonly<z.output<typeof settings>> {
  readonly client: { readonly id: string; readonly secret: string };
  readonly origins: ReadonlySet<string>;
}

/** @throws {Error} that says which entry is wrong, where, and why */
export function readSites(
  text: string,
  variables: Readonly<Record<string, string | undefined>>,
): SiteConfig[] {
  const sites = readList(text).map((given, index): SiteConfig => {
    const named = `entry ${index + 1}${nameOf(given)}`;
    const result = entry.safeParse(given);
    if (!result.success) throw new Error(`${named}: ${explain(result.error)}`);
    const { client_id_from, client_secret_from, origins, ...site } = result.data;
    const variable = (name: string) => {
      const value = variables[name];
      if (value === undefined) throw new Error(`${named}: the variable ${name} is not set`);
      return value;
    };
    const client = { id: variable(client_id_from), secret: variable(client_secret_from) };
    return { ...site, client, origins: new Set(origins) };
  });
  const keys = sites.map(({ key }) => key);
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) throw new Error(`two entries have the key ${twice}`);
  return sites;
}

/** The site of a proxy that has one only. */
export function onlySite(
  client: SiteConfig['client'],
  origins: ReadonlySet<string>,
  locale: string,
): SiteConfig {
  return { ...settings.parse({ locale }), client, origins };
}

function readList(text: string): unknown[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw new Error('it is not JSON');
  }
  if (!Array.isArray(list) || list.length === 0) throw new Error('it has to be a list of sites');
  return list;
}

function nameOf(given: unknown): string {
  const { key } = (given ?? {}) as { key?: unknown };
  return typeof key === 'string' ? ` (${key})` : '';
}

function explain({ issues: [issue] }: z.ZodError): string {
  const field = issue?.path.map(String).join('.');
  return `${field ? `${field}: ` : ''}${issue?.message}`;
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin } = new URL(text);
  return /^https?:$/.test(protocol) && origin === text;
}
