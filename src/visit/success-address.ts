import type { OrderStatus } from '../contract/order.schema.ts';
import { isPlaced, type Attempt } from '../domain/attempt.ts';

/** PENDING is a request, which the vendor may still decline. */
const notStanding: (OrderStatus | undefined)[] = [undefined, 'PENDING', 'CANCELED', 'DECLINED'];

/**
 * The `success-url` with the code of each order in its query; undefined unless every order is
 * placed and neither pending nor cancelled.
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
