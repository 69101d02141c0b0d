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
  const wrong = lines.flatMap(({ date_id, participants }, index): ProblemDetail[] => {
    const quoted = quote.lines.find((line) => line.date_id === date_id);
    const isFirst = lines.findIndex((line) => line.date_id === date_id) === index;
    if (!quoted || !isFirst) return [{ code, field: `lines[${index}].date_id`, date_id }];
    const chosen = participants.map(({ price_id }) => price_id);
    const expected = quoted.prices.flatMap(({ price_id, amount }) => {
      return Array<number>(amount).fill(price_id);
    });
    const fits = chosen.toSorted().join() === expected.toSorted().join();
    return fits ? [] : [{ code, field: `lines[${index}].participants`, date_id }];
  });
  const missing = quote.lines
    .filter(({ date_id }) => !lines.some((line) => line.date_id === date_id))
    .map(({ date_id }): ProblemDetail => ({ code, field: 'lines', date_id }));
  return [...wrong, ...missing];
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
