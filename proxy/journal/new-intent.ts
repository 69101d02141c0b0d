import type { SiteContext } from '../context.ts';
import { statusOfKind } from '../platform/order-body.ts';
import { sentOf } from './differences.ts';
import type { Intent } from './intent.ts';
import type { OpenedQuote, Quote } from './quote.ts';

interface Parts {
  readonly hash: (text: string) => Promise<string>;
  /** The hash of the view key that belongs to a key. */
  readonly viewIdOf: (key: string) => Promise<string>;
}

const REFERENCE_LENGTH = 26;

/** The intent of an order that has not been sent. */
export async function newIntent(
  { quote, secret }: OpenedQuote,
  { key, fingerprint }: { readonly key: string; readonly fingerprint: string },
  { hash, viewIdOf }: Parts,
  { site, clock }: Pick<SiteContext, 'site' | 'clock'>,
): Promise<Intent> {
  // It differs between sites and clients. It is derived from the secret that signed the quote, so
  // that a process with another `PROXY_SECRET` sends the same reference.
  const reference = await hash([secret, site.client.id, site.key, key].join('\n'));
  return {
    state: 'new',
    opened_at: clock(),
    attempt: 0,
    sent_at: 0,
    fingerprint,
    external_reference: reference.slice(0, REFERENCE_LENGTH).toUpperCase(),
    view_id: await viewIdOf(key),
    expected: expectedOf(quote),
    order: null,
    problem: null,
  };
}

/** What the platform's response to the create is compared with. */
export function expectedOf(quote: Quote): Intent['expected'] {
  return { status: statusOfKind[quote.kind], ...sentOf(quote) };
}
