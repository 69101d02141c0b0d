import type { OrderRequest } from '../../src/contract/order.schema.ts';
import type { ProblemDetail } from '../../src/contract/problem.schema.ts';
import type { Question } from '../../src/contract/site.schema.ts';
import { refuse } from '../problems.ts';
import type { Quote } from './quote.ts';

/** The request has to be for what was quoted, no more and no less. @throws {ProblemError} */
export function checkRequest(
  request: OrderRequest,
  quote: Quote,
  questions: readonly Question[],
): void {
  refuse(mismatches(request, quote));
  refuse(misanswered(request.answers ?? [], questions));
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

function misanswered(
  answers: NonNullable<OrderRequest['answers']>,
  questions: readonly Question[],
): ProblemDetail[] {
  const wrong = (field: string, detail: string) =>
    ({ code: 'invalid-request', field, detail }) as const;
  const missing = questions
    .filter(({ id, required }) => required && !answers.some((answer) => answer.id === id))
    .map(({ id }) => wrong('answers', `the question ${id} needs an answer`));
  const unfit = answers.flatMap(({ id, value }, index) => {
    const question = questions.find((asked) => asked.id === id);
    if (!question) return [wrong(`answers[${index}].id`, 'there is no such question')];
    const { type, options } = question;
    const fits =
      type === 'text' || (type === 'choice' ? options.includes(value) : value === 'true');
    return fits ? [] : [wrong(`answers[${index}].value`, 'the answer is none of those offered')];
  });
  return [...missing, ...unfit];
}
