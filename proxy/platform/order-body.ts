import type { z } from 'zod';
import type { OrderRequest } from '#contract/order.schema';
import type { QuotedOrder, QuoteRequest } from '#contract/quote.schema';
import type { Question } from '#contract/site.schema';
import type { newOrder } from './resources/order.ts';

type Body = z.input<typeof newOrder>;

export interface NewOrder {
  readonly external_reference: string;
  readonly date: string;
  /** What is bought, from whom, and in which currency. */
  readonly quote: QuoteRequest &
    Pick<QuotedOrder, 'kind' | 'vendor_id' | 'currency' | 'shipping_address'>;
  /** What the customer typed. */
  readonly request: OrderRequest;
  /** When it was paid, where the site has the platform told. */
  readonly payment_date?: string | undefined;
  /** The site's own, for the titles of the customer's answers. */
  readonly questions: readonly Question[];
}

/** A BOOKING is accepted at once; a REQUEST waits for its vendor (spec, Event). */
export const statusOfKind = { BOOKING: 'ACCEPTED', REQUEST: 'PENDING' } as const;

/**
 * The body of "Create order" (spec, Order), from the quote wherever the quote has a value. There is
 * no field for a price, a total or a discount: the platform prices the order itself.
 */
export function orderBody(order: NewOrder): Body {
  const { external_reference, date, quote, request, payment_date } = order;
  const { kind, vendor_id, currency } = quote;
  const { contact, lang, comment, affiliate_id, sale_params } = request;
  return {
    external_reference,
    date,
    vendor_id,
    currency,
    lang,
    comment,
    affiliate_id,
    sale_params,
    status: statusOfKind[kind],
    // Contact and participants have the spec's own field names.
    ...contact,
    ...(payment_date !== undefined && { payment_date }),
    ...shippingFields(order),
    tickets: tickets(order),
    products: quote.products.map(({ product_id, amount }) => ({ product_id, amount })),
    ...additionalInformation(order),
    ...(request.email_newsletter_opt_in && { email_newsletter_opt_in: '1' }),
  };
}

function shippingFields({ quote, request }: NewOrder): object {
  if (!quote.shipping_address || !request.shipping) return {};
  const fields = Object.entries(request.shipping);
  return Object.fromEntries(fields.map(([name, value]) => [`shipping_${name}`, value]));
}

function tickets({ quote, request }: NewOrder): Body['tickets'] {
  return quote.lines.map(({ date_id, event_id }) => {
    const line = request.lines.find((requested) => requested.date_id === date_id);
    return { date_id, event_id, participants: line?.participants ?? [] };
  });
}

function additionalInformation({
  request,
  questions,
}: NewOrder): Pick<Body, 'additional_information'> {
  const { answers = [] } = request;
  if (answers.length === 0) return {};
  return {
    additional_information: answers.map(({ id, value }) => ({
      id,
      title: questions.find((question) => question.id === id)?.title ?? '',
      value,
    })),
  };
}
