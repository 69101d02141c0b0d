import type { OrderRequest } from '../contract/order.schema.ts';
import type { QuotedOrder } from '../contract/quote.schema.ts';
import { hintField, seatsOf } from './details.ts';
import { answeredAt } from './questions.ts';

const TYPED = /^(?:contact|shipping)\.(name|email|phone|street|streetnr|zip|city|country)$/;
const SEATED = /^lines\[(\d+)\]\.participants\[(\d+)\]\.(name|comment)$/;

/**
 * The field of the checkout that a place of the order request is filled from: `contact.email`,
 * `answers[1].value`.
 */
export function fieldAt(
  place = '',
  order: QuotedOrder,
  answers: NonNullable<OrderRequest['answers']>,
): string | undefined {
  const [, typed] = TYPED.exec(place) ?? [];
  const [, line, participant, part] = SEATED.exec(place) ?? [];
  if (!part) return typed ?? answeredAt(place, answers);
  const dateId = order.lines[Number(line)]?.date_id;
  const seat = seatsOf(order).filter((each) => each.dateId === dateId)[Number(participant)];
  return seat && (part === 'name' ? seat.field : hintField(seat));
}
