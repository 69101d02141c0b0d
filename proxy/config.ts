import { z } from 'zod';

/** An http(s) address that paths can be appended to. */
const address = z.string().refine(isAddress).transform(withoutTrailingSlash);
const origins = z
  .string()
  .transform((list) => list.split(',').map((origin) => origin.trim()))
  .refine((list) => list.every(isOrigin))
  .transform((list): ReadonlySet<string> => new Set(list));
const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .pipe(z.int().min(least).max(most));

/** Each variable, and what to do about it when it is missing or wrong. */
const environment = z.object({
  PLATFORM_URL: address.describe(
    'set it to the address of the platform, such as https://api.example.com',
  ),
  PLATFORM_CLIENT_ID: z.string().describe('set it to the client id that the platform gave you'),
  PLATFORM_CLIENT_SECRET: z
    .string()
    .describe('set it to the client secret that the platform gave you'),
  PUBLIC_URL: address.describe(
    'set it to the address of this proxy as browsers see it, such as https://book.example.com',
  ),
  ALLOWED_ORIGINS: origins.describe(
    'set it to the origins of your pages, separated by commas, such as https://www.example.com (no path, no slash at the end)',
  ),
  PROXY_SECRET: z
    .string()
    .min(32)
    .describe('set it to 32 or more random characters, such as those of openssl rand -base64 32'),
  STORE_URL: z
    .string()
    .regex(/^(memory:|file:.+)$/)
    .default('file:./data/proxy.db')
    .describe('set it to file: and a path, such as file:./data/proxy.db, or to memory:'),
  PORT: wholeNumber(0, 65_535).default(8787).describe('set it to a port, 0 to 65535'),
  /** Left out, the proxy listens on all interfaces. */
  HOST: z.string().optional(),
  SELFSERVICE_URL: address
    .optional()
    .describe('set it to the address of the self-service page, such as https://my.example.com'),
  /** After so long an order that was sent has landed or never will: the assumption that `absent` rests on. */
  ORDER_SETTLE_SECONDS: wholeNumber(1, 86_400)
    .default(900)
    .describe('set it to a number of seconds, 1 to 86400'),
  LOCALE: z
    .string()
    .regex(/^[a-z]{2}$/)
    .default('en')
    .describe('set it to a language in two small letters, such as de'),
});
export type Config = Readonly<z.output<typeof environment>>;

/** Says in one line which variable to mend and how. Never carries a variable's value, which may be a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** @throws {ConfigError} when a variable is missing or wrong; an empty one is a missing one. */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const result = environment.safeParse(given);
  if (result.success) return result.data;
  const name = result.error.issues[0]?.path[0] as keyof Config;
  const fault = given[name] === undefined ? 'missing' : 'wrong';
  throw new ConfigError(`${name} is ${fault}: ${environment.shape[name].description}`);
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username + search + hash === '';
}

function isOrigin(text: string): boolean {
  return isAddress(text) && new URL(text).origin === text;
}

function withoutTrailingSlash(text: string): string {
  return new URL(text).href.replace(/\/+$/, '');
}
