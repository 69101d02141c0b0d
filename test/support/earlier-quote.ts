import { decodeJwt, SignJWT } from 'jose';
import { deriveKey } from '../../proxy/secrets.ts';
import type { World } from './world.ts';

interface SignedQuote {
  readonly lines: readonly { readonly prices: readonly { value?: number }[] }[];
}

/** The same quote as an earlier proxy signed it: with totals of lines, without values of prices. */
export async function toEarlierQuote({ config, site }: World, quote: string): Promise<string> {
  const signed = decodeJwt<SignedQuote>(quote);
  for (const price of signed.lines.flatMap(({ prices }) => prices)) delete price.value;
  const key = await deriveKey(config.PROXY_SECRET, `quote/${site.key}`);
  return new SignJWT({ ...signed }).setProtectedHeader({ alg: 'HS256' }).sign(key);
}
