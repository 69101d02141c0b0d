import { MAX_PARTICIPANTS } from '#contract/limits';
import { orderRequest } from '#contract/order.schema';
import type { ProblemDetail } from '#contract/problem.schema';
import type { QuotedLine } from '#contract/quote.schema';
import type { CheckoutFields } from '#contract/site.schema';
import { MAX_BODY_BYTES } from '../http/body.ts';
import { sum } from './price-line.ts';

/**
 * What the quote and participants with usual texts may take. The rest is spare for longer and other
 * texts.
 */
const MAX_USUAL_BYTES = 0.75 * MAX_BODY_BYTES;
/** Texts of a participant, at usual lengths. */
const usual = {
  name: 'x'.repeat(24),
  email: 'x'.repeat(28),
  phone: 'x'.repeat(16),
  comment: 'x'.repeat(40),
};

type Line = Pick<QuotedLine, 'date_id' | 'prices' | 'participant_hint'>;

/**
 * The line that makes the order's request too large. It is refused with the quote, not after the
 * customer has typed everything.
 */
export function findOversize(
  { quote, lines }: { readonly quote: string; readonly lines: readonly Line[] },
  cart: { readonly lines: readonly Pick<Line, 'date_id'>[] },
  fields: CheckoutFields,
): ProblemDetail[] {
  let bytes = quote.length;
  const excess = lines.find((line) => {
    bytes += participantBytes(line, fields);
    const participants = sum(line.prices.map(({ amount }) => amount));
    return participants > MAX_PARTICIPANTS || bytes > MAX_USUAL_BYTES;
  });
  const isQuoteTooLong = !orderRequest.shape.quote.safeParse(quote).success;
  const line = excess ?? (isQuoteTooLong ? lines.at(-1) : undefined);
  if (!line) return [];
  const { date_id } = line;
  const index = cart.lines.findIndex((line) => line.date_id === date_id);
  return [{ code: 'body-too-large', field: `lines[${index}]`, date_id }];
}

/** The size of a line's participants as JSON, with the texts that the site asks for. */
function participantBytes({ prices, participant_hint }: Line, fields: CheckoutFields): number {
  const { participant_name, participant_email, participant_phone } = fields;
  const texts = {
    ...(participant_name !== 'off' && { name: usual.name }),
    ...(participant_email !== 'off' && { email: usual.email }),
    ...(participant_phone !== 'off' && { phone: usual.phone }),
    ...(participant_hint && { comment: usual.comment }),
  };
  const bytesOf = (price_id: number) => `${JSON.stringify({ price_id, ...texts })},`.length;
  return sum(prices.map(({ price_id, amount }) => amount * bytesOf(price_id)));
}
