import type { QuotedOrder } from '#contract/quote.schema';

/** The vendor and the total, in minor units, of an order at the checkout. */
export type PayableOrder = Pick<
  QuotedOrder,
  'kind' | 'vendor_id' | 'vendor_name' | 'total' | 'currency'
>;

/** How customers pay on a page: an adapter to the payment provider's script. */
export interface PaymentMethod {
  /**
   * Shows the payment fields in the element, which is in the page's own tree. Called again with a
   * new element, after `unmount`, whenever the orders change. None of the orders is free of charge.
   * Another method that is set while the fields are shown does not replace them.
   */
  mount(slot: HTMLElement, orders: readonly PayableOrder[]): void;
  /**
   * Authorises one order without a charge: the proxy captures it once the order is placed.
   * `refused` is shown to the customer, and then nothing is sent. The promise must settle even if
   * the customer gives up, because the order waits for it.
   */
  authorise(order: PayableOrder): Promise<{ authorisation: string } | { refused: string }>;
  /** The element is about to be removed. */
  unmount?(): void;
}

/** A free order is not authorised. A request is, and is captured once the vendor accepts it. */
export function isPayable({ total }: PayableOrder): boolean {
  return total > 0;
}
