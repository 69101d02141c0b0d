import type { PaymentResponse } from '#contract/payment.schema';
import type { QuotedOrder } from '#contract/quote.schema';
import type { Site } from '#contract/site.schema';

/** The vendor and the total, in minor units, of an order at the checkout. */
export type PayableOrder = Pick<
  QuotedOrder,
  'kind' | 'vendor_id' | 'vendor_name' | 'total' | 'currency'
> & {
  /** Nothing is held: the customer's method is kept, and charged once the vendor accepts. */
  readonly saves_method?: true;
};

/**
 * A payment that the proxy has made at the payment provider: the provider's name, the secret with
 * which the page can confirm this one payment, and the reference of its order.
 */
export type PreparedPayment = Pick<PaymentResponse, 'provider' | 'client_secret' | 'reference'>;

/**
 * How customers pay on a page: an adapter to the payment provider's script.
 *
 * @example
 * ```js
 * widget.payment = {
 *   mount: (slot) => cardFields.mount(slot),
 *   authorise: async (order, { client_secret }) => {
 *     const { error } = await cardFields.confirm(client_secret);
 *     return error ? { refused: error.message } : { authorised: true };
 *   },
 * };
 * ```
 */
export interface PaymentMethod {
  /**
   * Shows the payment fields in the element, which is in the page's own tree. Called again with a
   * new element, after `unmount`, whenever the orders change. None of the orders is free of charge.
   * Another method that is set while the fields are shown does not replace them.
   */
  mount(slot: HTMLElement, orders: readonly PayableOrder[]): void;
  /**
   * Lets the customer confirm the payment of one order, or of an accepted one that is to be paid
   * again. Nothing is charged: the proxy captures it once the order is placed. With `saves_method`
   * the method is saved instead. `refused` is shown to the customer, and then nothing is sent. The
   * promise must settle even if the customer gives up, because the order waits for it.
   */
  authorise(
    order: PayableOrder,
    payment: PreparedPayment,
  ): Promise<{ authorised: true } | { refused: string }>;
  /**
   * Called when the order button is pressed, before anything is awaited: only then do browsers open
   * a wallet. `authorise` may follow, or turn out not to be needed.
   */
  collect?(): void;
  /** The element is about to be removed. */
  unmount?(): void;
}

/**
 * Whether the site takes a payment for the order. A free order needs none; a request does, and is
 * captured once the vendor accepts it.
 */
export function isPayable(order: PayableOrder, site: Site | undefined): boolean {
  return order.total > 0 && demandOf(order, site) !== 'none';
}

/** Whether the proxy refuses the order without a payment. */
export function isPaymentRequired(order: PayableOrder, site: Site | undefined): boolean {
  return order.total > 0 && demandOf(order, site) === 'required';
}

/** Whether the money for an order is taken before it is placed. */
export function isChargedFirst(order: PayableOrder, site: Site | undefined): boolean {
  const isFirst = site?.payments?.charge_first === true && !isSaved(order, site);
  return isFirst && isPayable(order, site);
}

/** Whether nothing is held for the order: the method is kept until the vendor accepts. */
export function isSaved(order: PayableOrder, site: Site | undefined): boolean {
  const saves = order.kind === 'REQUEST' && site?.payments?.requests === 'save';
  return saves && isPayable(order, site);
}

/** The order as the page's payment method gets it. */
export function payableOf<Order extends PayableOrder>(
  order: Order,
  site: Site | undefined,
): Order & PayableOrder {
  return isSaved(order, site) ? { ...order, saves_method: true } : order;
}

function demandOf({ vendor_id }: PayableOrder, site: Site | undefined) {
  const { orders = 'none', vendors = {} } = site?.payments ?? {};
  return vendors[vendor_id] ?? orders;
}
