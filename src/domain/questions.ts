import type { OrderRequest } from '../contract/order.schema.ts';
import type { Question } from '../contract/site.schema.ts';

type Answers = NonNullable<OrderRequest['answers']>;
type Typed = ReadonlyMap<string, string>;

/** What a ticked checkbox answers (contract, order). */
export const TICKED = 'true';

/** Names the field of a question among the details. */
export const answerField = ({ id }: { id: string }) => `answer.${id}`;

/**
 * The site's questions as they are answered. What is empty, not ticked or not offered any more is
 * no answer.
 */
export function answersOf(questions: Question[], details: Typed): Answers {
  return questions.flatMap((question) => {
    const value = (details.get(answerField(question)) ?? '').trim();
    return fits(question, value) ? [{ id: question.id, value }] : [];
  });
}

function fits({ type, options }: Question, value: string): boolean {
  if (type === 'choice') return options.includes(value);
  return type === 'checkbox' ? value === TICKED : value !== '';
}

/** The question whose answer is at that place of a request: `answers[1].value`. */
export function answeredAt(place: string | undefined, answers: Answers): string | undefined {
  const index = /^answers\[(\d+)\]/.exec(place ?? '')?.[1];
  const answer = index === undefined ? undefined : answers[Number(index)];
  return answer && answerField(answer);
}
