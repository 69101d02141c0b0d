import type { OrderRequest } from '../../src/contract/order.schema.ts';
import type { QuotedOrder, QuoteRequest } from '../../src/contract/quote.schema.ts';
import type { Question } from '../../src/contract/site.schema.ts';

/** An order as the proxy means it. */
export interface NewOrder {
  readonly external_reference: string;
  readonly date: string;
  /** What is bought, of whom, and in which currency. */
  readonly quote: QuoteRequest &
    Pick<QuotedOrder, 'kind' | 'vendor_id' | 'currency' | 'shipping_address'>;
  /** What people typed. */
  readonly request: OrderRequest;
  readonly questions: readonly Question[];
}

/** A BOOKING is accepted at once; a REQUEST waits for its vendor (spec, Event). */
export const statusOfKind = { BOOKING: 'ACCEPTED', REQUEST: 'PENDING' } as const;

/**
 * The body of "Create order" (spec, Order), built from the quote wherever the quote knows. There is
 * no field for a price, a total, a discount or a payment. Contact, participants and shipping have
 * the spec's own field names.
 */
export function orderBody({
  external_reference,
  date,
  quote,
  request,
  questions,
}: NewOrder): object {
  const { kind, vendor_id, currency } = quote;
  const { contact, lang, comment, affiliate_id, sale_params, lines, answers = [] } = request;
  const additional_information = answers.map(({ id, value }) => {
    return { id, title: questions.find((asked) => asked.id === id)?.title ?? '', value };
  });
  const shipping = quote.shipping_address ? Object.entries(request.shipping ?? {}) : [];
  return {
    ...{ external_reference, date, vendor_id, currency, lang, comment, affiliate_id, sale_params },
    ...contact,
    ...Object.fromEntries(shipping.map(([name, value]) => [`shipping_${name}`, value])),
    status: statusOfKind[kind],
    tickets: quote.lines.map(({ date_id, event_id }) => {
      const line = lines.find((typed) => typed.date_id === date_id);
      return { date_id, event_id, participants: line?.participants ?? [] };
    }),
    products: quote.products.map(({ product_id, amount }) => ({ product_id, amount })),
    ...(answers.length > 0 && { additional_information }),
    ...(request.email_newsletter_opt_in && { email_newsletter_opt_in: '1' }),
  };
}
