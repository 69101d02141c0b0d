import { z } from 'zod';
import { OrderUnreadable, PlatformMalformed } from './errors.ts';
import { orderDetails, type PlacedOrder, toPlacedOrder } from './translate.ts';
import { wireCreated, wireOrder } from './wire.ts';

export interface FoundOrders {
  /** Those under the reference that was asked for. */
  readonly orders: readonly PlacedOrder[];
  /** Whether the platform certainly has no other order under it. */
  readonly isComplete: boolean;
  /**
   * The earliest time that the platform's clock showed when asked; undefined where it does not say.
   */
  readonly askedAt: number | undefined;
}

/**
 * The response to a create. @throws {OrderUnreadable} where it is an order, but of another shape
 */
export function toCreatedOrder(value: unknown): PlacedOrder {
  const created = wireOrder.safeParse(value);
  if (created.success) {
    const details = orderDetails.safeParse(value).data;
    return { ...toPlacedOrder(created.data), details };
  }
  const named = wireCreated.safeParse(value).data;
  if (!named) throw new PlatformMalformed('the response has another shape');
  throw new OrderUnreadable('the response is an order of another shape', { id: String(named.id) });
}

/**
 * The spec does not say that an order's reference comes back, so a single order without one counts
 * as the one that was asked for. Orders under other references show that the list was not filtered.
 */
export function toFoundOrders(
  value: unknown,
  external_reference: string,
): Omit<FoundOrders, 'askedAt'> {
  // No item is skipped here: an unreadable order is not an absent one.
  const { success, data: list } = z.array(wireOrder).safeParse(value);
  if (!success) throw new PlatformMalformed('the response has another shape');
  const [first, ...others] = list;
  const isUnnamed = first?.external_reference === '' && others.length === 0;
  const ours = isUnnamed
    ? list
    : list.filter((order) => order.external_reference === external_reference);
  return { orders: ours.map(toPlacedOrder), isComplete: ours.length === list.length };
}
