import type { TemplateResult } from 'lit';
import type { ProblemCode } from '#contract/problem.schema';
import type { Attempt, OrderOptions } from '../../domain/attempt.ts';
import type { OtherStarts } from '../../domain/availability.ts';
import { type Failure, isUnpayable } from '../../domain/failure.ts';
import { lostLineOf, lostText, startsInstead } from '../../elements/parts/lost-line.ts';
import { problemNote, quietButton } from '../../elements/parts/problem-note.ts';
import type { InnerEventType } from '../../events.ts';
import type { Words } from '../../messages/words.ts';
import { reasonText } from './reason-text.ts';

interface Ways {
  emit: (name: InnerEventType, detail?: unknown) => void;
  /** Sends the orders. */
  order: (options?: OrderOptions) => void;
  /** Focuses the field that the proxy refused. */
  show: () => void;
  /** Leads to the payment fields. */
  pay: () => void;
  /** Whether the proxy refused a field. */
  isRefused: boolean;
  /** Links to the vendor's e-mail address and phone number. */
  contact: unknown[];
  /** The same of who takes the payment. */
  payee: unknown[];
}

/** Problems that a new quote of the same choice solves. */
const renew: ProblemCode[] = ['price-changed', 'quote-expired', 'quote-invalid', 'order-refused'];
/** Problems that only another choice solves. */
const change: ProblemCode[] = [
  'event-gone',
  'price-gone',
  'too-few-participants',
  'too-many-places',
  'payment-too-small',
  'payment-too-large',
  'product-gone',
  'product-sold-out',
  'participants-mismatch',
];

/** Problems that the vendor may help with. */
const write: ProblemCode[] = ['too-many-places', 'too-many-orders', 'order-check-failed'];

/** Why an order was not placed, with buttons for what the customer can do about it. */
export function checkoutProblem(
  attempt: Attempt,
  failure: Failure,
  others: OtherStarts | undefined,
  words: Words,
  ways: Ways,
): TemplateResult {
  const { state } = attempt;
  const problem = failure.kind === 'problem' ? failure.problem : undefined;
  const text = reasonText(attempt, words);
  const retry = quietButton(words.say('retry'), () => ways.order());
  const toChoice = (label: string) => quietButton(label, () => ways.emit('choice-change'));

  // The customer has to retry an unsettled order, and may choose again only after asking the vendor.
  if (state === 'unclear') return problemNote(text, retry);
  if (state === 'unrecorded') {
    return problemNote(text, ...ways.contact, retry, toChoice(words.say('chooseAgain')));
  }

  if (failure.kind === 'elsewhere') return elsewhereNote(text, words, ways);
  if (failure.kind === 'payment') {
    return problemNote(text, quietButton(words.say('payAnotherWay'), ways.pay));
  }
  const lost = lostLineOf(attempt.order.lines, attempt.failure);
  if (lost) {
    const another = toChoice(words.say('chooseAnother'));
    const instead = startsInstead(lost.line, others, words, (exchange) =>
      ways.emit('start-take', exchange),
    );
    return problemNote(lostText(lost, words), instead, another);
  }
  if (ways.isRefused || problem?.errors.some(({ field }) => field?.startsWith('answers'))) {
    return problemNote(words.say('fieldsRefused'), quietButton(words.say('showField'), ways.show));
  }
  if (problem && renew.includes(problem.code)) {
    return problemNote(
      text,
      quietButton(words.say('seePrice'), () => ways.emit('price-renew')),
    );
  }
  // Another try would not be ordered either.
  if (problem?.code === 'preview-only') return problemNote(text);
  const vendor = problem && write.includes(problem.code) ? ways.contact : [];
  const contact = isUnpayable(failure) ? ways.payee : vendor;
  if (problem && change.includes(problem.code)) {
    return problemNote(text, ...contact, toChoice(words.say('backToChoice')));
  }
  return problemNote(text, ...contact, retry);
}

/** The note that another tab has ordered the same. */
function elsewhereNote(text: string, words: Words, { emit, order }: Ways): TemplateResult {
  return problemNote(
    text,
    quietButton(words.say('orderOnceMore'), () => order({ again: true })),
    quietButton(words.say('leaveAtOne'), () => emit('start-over')),
  );
}
