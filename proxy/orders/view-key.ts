import { hashForUrl } from '../secrets.ts';

/**
 * The key of a copied link, which can read the intent and cannot order. It is a hash of the
 * intent's key, which cannot be derived from it.
 */
export async function viewKeyOf(key: string): Promise<string> {
  return hashForUrl(`booking-view\n${key}`);
}
