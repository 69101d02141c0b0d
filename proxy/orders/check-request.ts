import type { OrderRequest } from '../../src/contract/order.schema.ts';
import type { ProblemDetail } from '../../src/contract/problem.schema.ts';
import { refuse } from '../problems.ts';
import type { Quote } from './quote.ts';

/** The request has to be for what was quoted, no more and no less. @throws {ProblemError} */
export function checkRequest(request: OrderRequest, quote: Quote): void {
  refuse(mismatches(request, quote));
  if (quote.shipping_address && !request.shipping) {
    refuse([{ code: 'shipping-address-missing', field: 'shipping' }]);
  }
}

function mismatches({ lines }: OrderRequest, quote: Quote): ProblemDetail[] {
  const code = 'participants-mismatch';
  const problems: ProblemDetail[] = [];
  for (const [index, { date_id, participants }] of lines.entries()) {
    const quoted = quote.lines.find((line) => line.date_id === date_id);
    const isFirst = lines.findIndex((line) => line.date_id === date_id) === index;
    const field = `lines[${index}]`;
    if (!quoted || !isFirst) problems.push({ code, field: `${field}.date_id`, date_id });
    else if (!sameAmounts(participants, quoted.prices)) {
      problems.push({ code, field: `${field}.participants`, date_id });
    }
  }
  const missing = quote.lines.filter(
    (line) => !lines.some(({ date_id }) => date_id === line.date_id),
  );
  return [
    ...problems,
    ...missing.map(({ date_id }) => ({ code, field: 'lines', date_id }) as const),
  ];
}

function sameAmounts(
  participants: OrderRequest['lines'][number]['participants'],
  prices: Quote['lines'][number]['prices'],
): boolean {
  const total = prices.reduce((sum, { amount }) => sum + amount, 0);
  return (
    participants.length === total &&
    prices.every(
      ({ price_id, amount }) =>
        participants.filter((participant) => participant.price_id === price_id).length === amount,
    )
  );
}
