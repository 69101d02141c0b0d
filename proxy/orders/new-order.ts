import type { OrderRequest } from '../../src/contract/order.schema.ts';
import type { Question } from '../../src/contract/site.schema.ts';
import { toInstant } from '../clock.ts';
import type { NewOrder } from '../platform/order-body.ts';
import type { Intent } from './intent.ts';
import type { Quote } from './quote.ts';

interface Asked {
  readonly questions: readonly Question[];
  readonly now: number;
}

/** Built from the quote wherever the quote knows; of the request only what people typed. */
export function newOrder(
  request: OrderRequest,
  quote: Quote,
  { external_reference, questions, now }: Pick<Intent, 'external_reference'> & Asked,
): NewOrder {
  const { contact, shipping, lang, comment } = request;
  const { affiliate_id, sale_params, email_newsletter_opt_in } = request;
  const { kind, vendor_id, currency } = quote;
  const participantsOf = (date: string) =>
    request.lines.find(({ date_id }) => date_id === date)?.participants ?? [];
  return {
    external_reference,
    date: toInstant(now),
    ...{ kind, vendor_id, currency },
    ...{ contact, lang, comment, affiliate_id, sale_params, email_newsletter_opt_in },
    shipping: quote.shipping_address ? shipping : undefined,
    tickets: quote.lines.map(({ event_id, date_id }) => ({
      date_id,
      event_id,
      participants: participantsOf(date_id),
    })),
    additional_information: (request.answers ?? []).map(({ id, value }) => ({
      ...{ id, value },
      title: questions.find((question) => question.id === id)?.title ?? '',
    })),
    products: quote.products.map(({ product_id, amount }) => ({ product_id, amount })),
  };
}
