import type { TemplateResult } from 'lit';
import type { ProblemCode, ProblemDetail } from '../../contract/problem.schema.ts';
import type { QuotedOrder } from '../../contract/quote.schema.ts';
import type { Attempt } from '../../domain/attempt.ts';
import type { Failure } from '../../domain/failure.ts';
import type { OtherStarts } from '../../domain/availability.ts';
import type { InnerEventType } from '../../events.ts';
import type { Words } from '../../messages/words.ts';
import { lostLineOf, lostText, startsInstead } from './lost-line.ts';
import { problemNote, quietButton, reasonText } from './problem-note.ts';

interface Ways {
  tell: (name: InnerEventType, detail?: unknown) => void;
  /** Orders as it is; `again` what was ordered in another tab. */
  order: (again?: boolean) => void;
  /** Takes the keyboard to the field that was not taken. */
  show: () => void;
  /** Whether there is one. */
  isRefused: boolean;
  /** How to reach the vendor. */
  contact: unknown[];
}

/** The price is what is wrong: pricing the same choice again mends it. */
const renew: ProblemCode[] = ['price-changed', 'quote-expired', 'quote-invalid', 'order-refused'];
/** The choice is what is wrong. */
const change: ProblemCode[] = [
  'event-gone',
  'price-gone',
  'too-few-participants',
  'too-many-places',
  'product-gone',
  'product-sold-out',
  'participants-mismatch',
];

/** Why the order was not taken, the line that it concerns, and the way on. */
export function checkoutProblem(
  attempt: Attempt,
  failure: Failure,
  others: OtherStarts | undefined,
  words: Words,
  ways: Ways,
): TemplateResult {
  const { order, state } = attempt;
  const problem = failure.kind === 'problem' ? failure.problem : undefined;
  const text = reasonText(attempt, words);
  const retry = quietButton(words.say('retry'), () => ways.order());
  const toChoice = (label: string) => quietButton(label, () => ways.tell('choice-change'));

  // Nothing else may be ordered, so no other way is offered; only what was not sent can be left.
  if (state === 'unclear') return problemNote(text, retry);
  if (state === 'unsent') return problemNote(text, retry, toChoice(words.say('chooseAgain')));

  if (failure.kind === 'elsewhere') return elsewhereNote(text, words, ways);
  const lost = lostLineOf(attempt.order.lines, attempt.failure);
  if (lost) {
    const another = toChoice(words.say('chooseAnother'));
    const instead = startsInstead(lost.line, others, words, (exchange) =>
      ways.tell('start-take', exchange),
    );
    return problemNote(lostText(lost, words), instead, another);
  }
  if (ways.isRefused || problem?.errors.some(({ field }) => field?.startsWith('answers'))) {
    return problemNote(words.say('fieldsRefused'), quietButton(words.say('showField'), ways.show));
  }
  if (problem && renew.includes(problem.code)) {
    return problemNote(
      text,
      quietButton(words.say('seePrice'), () => ways.tell('price-renew')),
    );
  }
  if (problem && change.includes(problem.code)) {
    return problemNote(
      productText(order, problem.errors, words) ?? text,
      ...(problem.code === 'too-many-places' ? ways.contact : []),
      toChoice(words.say('backToChoice')),
    );
  }
  return problemNote(text, retry);
}

/** The same is ordered in another tab. */
function elsewhereNote(text: string, words: Words, { tell, order }: Ways): TemplateResult {
  return problemNote(
    text,
    quietButton(words.say('orderOnceMore'), () => order(true)),
    quietButton(words.say('leaveAtOne'), () => tell('start-over')),
  );
}

/** Which product it is about, and how many there still are. */
function productText(
  { products }: QuotedOrder,
  errors: ProblemDetail[],
  words: Words,
): string | undefined {
  const fault = errors.find(({ product_id }) => product_id);
  const product = products.find(({ product_id }) => product_id === fault?.product_id);
  if (!fault || !product) return undefined;
  const left = fault.left ? ` (${words.say('left', { count: fault.left })})` : '';
  return `${product.name}: ${words.problem(fault.code)}${left}`;
}
