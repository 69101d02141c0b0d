import type { OrderStatus } from '../contract/order.schema.ts';
import { isPlaced, type Attempt } from './attempt.ts';

/** A request is with its vendor, and becomes an order when it is accepted. */
const notStanding: (OrderStatus | undefined)[] = [undefined, 'PENDING', 'CANCELED', 'DECLINED'];

/**
 * The page that follows on orders, with the code of each in its query; undefined unless every one of
 * them stands. One that is unknown, refused or left to be ordered does not.
 */
export function successAddress(page: string, attempts: readonly Attempt[]): string | undefined {
  const url = new URL(page);
  for (const attempt of attempts) {
    const { code = '', status } = attempt.intent?.order ?? {};
    if (!isPlaced(attempt) || notStanding.includes(status)) return undefined;
    url.searchParams.append('booking-order', code);
  }
  return attempts.length > 0 ? url.href : undefined;
}
