import { hashForUrl } from '../secrets.ts';

/**
 * What a copied link carries. It is made from the key of the intent, and nobody gets from it to the
 * key: it reads, and cannot order.
 */
export async function viewKeyOf(key: string): Promise<string> {
  return hashForUrl(`booking-view\n${key}`);
}
