import { decodeJwt, SignJWT } from 'jose';
import { deriveKey } from '../../proxy/secrets.ts';
import type { World } from './world.ts';

interface SignedLine {
  root_event_id?: string;
  date?: string;
  timezone?: string;
  readonly prices: readonly { value?: number }[];
}

/** The same quote as an earlier proxy signed it: of lines only the totals, no prices and times. */
export async function toEarlierQuote({ config, site }: World, quote: string): Promise<string> {
  const signed = decodeJwt<{ readonly lines: readonly SignedLine[] }>(quote);
  for (const line of signed.lines) {
    delete line.root_event_id;
    delete line.date;
    delete line.timezone;
    for (const price of line.prices) delete price.value;
  }
  const key = await deriveKey(config.PROXY_SECRET, `quote/${site.key}`);
  return new SignJWT({ ...signed }).setProtectedHeader({ alg: 'HS256' }).sign(key);
}
