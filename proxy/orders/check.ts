import type { OrderRequest } from '../../src/contract/order.schema.ts';
import type { ProblemDetail } from '../../src/contract/problem.schema.ts';
import type { Question } from '../../src/contract/site.schema.ts';
import { throwProblems } from '../http/problems.ts';
import { priceCart } from './price-cart.ts';
import type { Offer } from './price-line.ts';
import type { Quote } from './quote.ts';

/** The request has to be for what was quoted, no more and no less. @throws {ProblemError} */
export function checkRequest(
  request: OrderRequest,
  quote: Quote,
  questions: readonly Question[],
): void {
  throwProblems(mismatches(request, quote));
  throwProblems(misanswered(request.answers ?? [], questions));
  if (quote.shipping_address && !request.shipping) {
    throwProblems([{ code: 'shipping-address-missing', field: 'shipping' }]);
  }
}

function mismatches({ lines }: OrderRequest, quote: Quote): ProblemDetail[] {
  const code = 'participants-mismatch';
  const asked = new Set<string>();
  const wrong = lines.flatMap(({ date_id, participants }, index): ProblemDetail[] => {
    const quoted = quote.lines.find((line) => line.date_id === date_id);
    if (!quoted || asked.has(date_id)) return [{ code, field: `lines[${index}].date_id`, date_id }];
    asked.add(date_id);
    const expected = quoted.prices.flatMap(({ price_id, amount }) =>
      Array<number>(amount).fill(price_id),
    );
    const chosen = participants.map(({ price_id }) => price_id);
    const fits = chosen.toSorted().join() === expected.toSorted().join();
    return fits ? [] : [{ code, field: `lines[${index}].participants`, date_id }];
  });
  const missing = quote.lines.filter(({ date_id }) => !asked.has(date_id));
  return [...wrong, ...missing.map(({ date_id }) => ({ code, field: 'lines', date_id }) as const)];
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
    const offered = { text: [value], choice: question.options, checkbox: ['true'] }[question.type];
    return offered.includes(value)
      ? []
      : [wrong(`answers[${index}].value`, 'the answer is none of those offered')];
  });
  return [...missing, ...unfit];
}

/** What stands between a quote and its order, as things are offered now. */
export function checkQuote(quote: Quote, offer: Offer): ProblemDetail[] {
  const { orders, problems } = priceCart(quote, offer);
  // Places in the cart's request mean nothing in the order's.
  if (problems.length > 0) return problems.map(({ field: _, ...problem }) => problem);

  const code = 'price-changed';
  const [order, another] = orders;
  const isSame = (field: 'kind' | 'vendor_id' | 'currency') => order?.[field] === quote[field];
  if (!order || another || !(isSame('kind') && isSame('vendor_id') && isSame('currency')))
    return [{ code }];

  const lines = new Map(order.lines.map(({ date_id, total }) => [date_id, total]));
  const products = new Map(order.products.map(({ product_id, total }) => [product_id, total]));
  return [
    ...quote.lines.flatMap(({ date_id, total }) =>
      lines.get(date_id) === total ? [] : [{ code, date_id } as const],
    ),
    ...quote.products.flatMap(({ product_id, total }) =>
      products.get(product_id) === total ? [] : [{ code, product_id } as const],
    ),
  ];
}
