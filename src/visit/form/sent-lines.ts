import type { QuotedOrder } from '#contract/quote.schema';
import type { Site } from '#contract/site.schema';
import type { Details } from '../../domain/details.ts';
import type { SentLine } from '../parts/ticket-stub.ts';
import { askedBy, checkoutForm } from './checkout-form.ts';
import { orderRequestOf } from './order-request.ts';

interface Sent {
  /** Of how many orders the cart was. */
  readonly cartSize: number;
  readonly site: Site | undefined;
  /** What the customer has typed; undefined if it may be about other orders. */
  readonly details: Details | undefined;
  readonly lang: string;
}

/** The lines of an order, each with the participants that were sent. */
export function sentLines(
  order: QuotedOrder,
  { cartSize, site, details = new Map(), lang }: Sent,
): SentLine[] {
  const fields = checkoutForm({ orders: [order], cartSize, ...askedBy(site) });
  const { lines } = orderRequestOf(order, fields, details, { lang });
  return order.lines.map((line, index) => {
    return { line, participants: lines[index]?.participants ?? [] };
  });
}
