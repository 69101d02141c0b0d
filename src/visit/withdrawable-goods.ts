import type { PlacedOrder } from '#contract/order.schema';
import type { QuotedOrder } from '#contract/quote.schema';

export type Goods = QuotedOrder['products'][number];

/** What the law lets a customer withdraw from: products sent by post that are not cancelled yet. */
export function withdrawableGoods({ products }: QuotedOrder, placed: PlacedOrder): Goods[] {
  const canceled = placed.products?.filter(({ status }) => status === 'CANCELED') ?? [];
  return products.filter(
    ({ product_id, shipping_address }) =>
      shipping_address && !canceled.some((product) => product.product_id === product_id),
  );
}

/** The `mailto:` address that opens this e-mail in the customer's own mail program (RFC 6068). */
export function mailLinkOf(to: string, subject: string, text: string): string {
  // RFC 6068 requires CRLF between lines.
  const body = text.replace(/\n/g, '\r\n');
  const [address, ...query] = [to, subject, body].map(encodeURIComponent);
  return `mailto:${address?.replace('%40', '@')}?subject=${query[0]}&body=${query[1]}`;
}
