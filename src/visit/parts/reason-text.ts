import type { Attempt } from '../../domain/attempt.ts';
import { isTransient, isUnpayable } from '../../domain/failure.ts';
import { failureText } from '../../elements/parts/problem-note.ts';
import type { Words } from '../../messages/words.ts';

/** Why an order is not placed; empty if nothing has failed. */
export function reasonText({ order, state, failure }: Attempt, words: Words): string {
  if (!failure) return '';
  if (state === 'unrecorded') return words.say('unrecorded', { vendor: order.vendor_name });
  const text = failureText(failure, words, order);
  const isOwnText = failure.kind === 'payment' || failure.kind === 'elsewhere';
  const isUnsent = state === 'ready' || state === 'refused';
  if (isUnsent && !isOwnText && (isTransient(failure) || isUnpayable(failure))) {
    return `${words.say('nothingOrdered')} ${text}`;
  }
  if (state !== 'unclear') return text;
  // A retry's refusal says nothing about the order, which may itself have taken the last places.
  return isTransient(failure) ? `${text} ${words.say('unclear')}` : words.say('unclear');
}
