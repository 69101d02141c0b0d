import type { OrderRequest } from '../../src/contract/order.schema.ts';
import { toInstant } from '../clock.ts';
import type { NewOrder } from '../platform/order-body.ts';
import type { Intent } from './intent.ts';
import type { Quote } from './quote.ts';

/** Built from the quote wherever the quote knows; of the request only what people typed. */
export function newOrder(
  request: OrderRequest,
  quote: Quote,
  intent: Intent,
  now: number,
): NewOrder {
  const { contact, shipping, lang, comment } = request;
  const { affiliate_id, sale_params, email_newsletter_opt_in } = request;
  const { kind, vendor_id, currency } = quote;
  const participantsOf = (date: string) =>
    request.lines.find(({ date_id }) => date_id === date)?.participants ?? [];
  return {
    external_reference: intent.external_reference,
    date: toInstant(now),
    ...{ kind, vendor_id, currency },
    ...{ contact, lang, comment, affiliate_id, sale_params, email_newsletter_opt_in },
    shipping: quote.shipping_address ? shipping : undefined,
    tickets: quote.lines.map(({ event_id, date_id }) => ({
      date_id,
      event_id,
      participants: participantsOf(date_id),
    })),
    products: quote.products.map(({ product_id, amount }) => ({ product_id, amount })),
  };
}
