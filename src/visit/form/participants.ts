import type { QuotedOrder } from '#contract/quote.schema';

/** One participant of a quoted order. */
export interface QuotedParticipant {
  /** Index of the line in the order. */
  line: number;
  /** Index in the line, counted over all its prices. */
  index: number;
  priceId: number;
  /** The price's title. */
  title: string;
  /** Among those of the same title in the line, counted from 1: "Adult 2". */
  number: number;
}

/** Every participant, in the order in which an order request names them. */
export function participantsOf(order: QuotedOrder): QuotedParticipant[] {
  return order.lines.flatMap((line, lineIndex) => {
    const priceOfEach = line.prices.flatMap((price) =>
      Array<typeof price>(price.amount).fill(price),
    );
    const countByTitle = new Map<string, number>();
    return priceOfEach.map(({ price_id, title }, index) => {
      const number = (countByTitle.get(title) ?? 0) + 1;
      countByTitle.set(title, number);
      return { line: lineIndex, index, priceId: price_id, title, number };
    });
  });
}
