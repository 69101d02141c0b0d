import type { QuotedOrder } from '../contract/quote.schema.ts';

/** What one order of the checkout costs, in minor units, and whose it is. */
export type PayableOrder = Pick<
  QuotedOrder,
  'kind' | 'vendor_id' | 'vendor_name' | 'total' | 'currency'
>;

/** How customers pay on a page, with whatever its payment provider has for browsers. */
export interface PaymentMethod {
  /**
   * Shows what they pay with in the element, which is in the page's own tree; in another one after
   * `unmount` whenever the orders are others. None of them is free of charge.
   */
  mount(slot: HTMLElement, orders: readonly PayableOrder[]): void;
  /**
   * Authorises one order and takes nothing: the proxy captures it once the order stands. `refused` says
   * to the customer why not, and then nothing is sent. Settles however the customer ends it, since the
   * order waits for it.
   */
  authorise(order: PayableOrder): Promise<{ authorisation: string } | { refused: string }>;
  /** The element is about to go. */
  unmount?(): void;
}

/** What costs nothing is not authorised. A request is: it is captured once the vendor accepts. */
export function isPayable({ total }: PayableOrder): boolean {
  return total > 0;
}
