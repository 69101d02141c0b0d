import type { EventType } from '../../src/contract/event.schema.ts';
import type { OrderRequest, Participant } from '../../src/contract/order.schema.ts';

/** An order as the proxy means it. There is no field for a price, a total, a discount or a payment. */
export interface NewOrder extends Pick<
  OrderRequest,
  | 'contact'
  | 'shipping'
  | 'lang'
  | 'comment'
  | 'affiliate_id'
  | 'sale_params'
  | 'email_newsletter_opt_in'
> {
  readonly external_reference: string;
  readonly date: string;
  readonly kind: EventType;
  readonly currency: string;
  readonly vendor_id: string;
  readonly tickets: readonly {
    readonly date_id: string;
    readonly event_id: string;
    readonly participants: readonly Participant[];
  }[];
  /** Answers to the site's own questions (spec, Order). */
  readonly additional_information: readonly { id: string; title: string; value: string }[];
  readonly products: readonly { readonly product_id: string; readonly amount: number }[];
}

/** A BOOKING is accepted at once; a REQUEST waits for its vendor (spec, Event). */
export const statusOfKind = { BOOKING: 'ACCEPTED', REQUEST: 'PENDING' } as const;

/** The body of "Create order" (spec, Order). Contact, participants and shipping have the spec's own field names. */
export function orderBody(order: NewOrder): object {
  const { kind, contact, shipping, email_newsletter_opt_in, additional_information, ...fields } =
    order;
  return {
    ...fields,
    status: statusOfKind[kind],
    ...contact,
    ...Object.fromEntries(
      Object.entries(shipping ?? {}).map(([name, value]) => [`shipping_${name}`, value]),
    ),
    ...(additional_information.length > 0 && { additional_information }),
    ...(email_newsletter_opt_in && { email_newsletter_opt_in: '1' }),
  };
}
