import { hashForUrl } from '../secrets.ts';

/**
 * The key in a copied link: it can read the intent, but not order. It is a hash of the intent's
 * key, so the link does not give that key away.
 */
export async function viewKeyOf(key: string): Promise<string> {
  return hashForUrl(`booking-view\n${key}`);
}
