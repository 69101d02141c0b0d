import { html } from 'lit';
import { MINUTE } from '#contract/milliseconds';
import type { PlacedOrder } from '#contract/order.schema';
import type { QuotedOrder } from '#contract/quote.schema';
import { toMillis } from '../../domain/zone.ts';
import type { MessageKey } from '../../messages/en.ts';
import type { Words } from '../../messages/words.ts';
import { arrivalSteps } from './arrival-steps.ts';
import { codeText } from './order-status.ts';
import type { OrderStep } from './steps.ts';
import { untilText } from './what-follows.ts';

/** An order that is no ticket yet. */
export type AwaitedState = 'held' | 'requested';

/** Minutes of a day. What has more than that left says its day instead. */
const DAY = 24 * 60;

/** What has happened, what is awaited, and what comes then. */
const texts = {
  held: {
    done: 'held',
    awaited: 'notConfirmed',
    explained: 'heldExplained',
    then: 'confirmed',
  },
  requested: {
    done: 'requestStepSent',
    awaited: 'notAccepted',
    explained: 'notAcceptedMore',
    then: 'accepted',
  },
} as const satisfies Record<AwaitedState, Record<string, MessageKey>>;

interface AboutAwaited {
  state: AwaitedState;
  order: QuotedOrder | undefined;
  /** Empty after a reload, because it is not stored. */
  email: string;
  /** Milliseconds since the epoch. */
  now: number;
  /** Whether the money was taken with the request. */
  isPaid: boolean;
}

/** The steps of an order that is no ticket yet. */
export function awaitedSteps(
  placed: PlacedOrder | null,
  { state, order, email, now, isPaid }: AboutAwaited,
  words: Words,
): OrderStep[] {
  const { done, awaited, explained, then } = texts[state];
  const vendor = order?.vendor_name ?? '';
  const more = [words.say(explained)];
  if (order && state === 'requested') {
    more.push(words.say(email ? 'requestSentMore' : 'requestAnswered', { vendor, email }));
    if (order.total > 0 && !isPaid) more.push(words.say('requestCost', { vendor }));
  }
  if (placed) more.push(untilText(placed, state, now, words));
  const left = state === 'held' && placed ? minutesLeft(placed, now) : undefined;
  return [
    {
      state: 'done',
      title: words.say(done),
      about: placed && html`${words.say('code')} ${codeText(placed.code, false)}`,
    },
    {
      state: 'awaited',
      title:
        left === undefined
          ? words.say(awaited)
          : words.say('timeLeft', { duration: words.duration(left) }),
      about: more.filter(Boolean).join(' '),
    },
    { state: 'to-come', title: words.say(then) },
    ...arrivalSteps(order?.lines ?? [], now, words),
  ];
}

/** The minutes until an order cancels itself, rounded up; undefined if it does not do so today. */
function minutesLeft({ expire_date }: PlacedOrder, now: number): number | undefined {
  const left = expire_date ? Math.ceil((toMillis(expire_date) - now) / MINUTE) : DAY;
  return left < DAY ? left : undefined;
}

/** Milliseconds until the number of minutes that is shown is another one; 0 if none is shown. */
export function untilNextMinute(placed: PlacedOrder, now: number): number {
  if (minutesLeft(placed, now) === undefined) return 0;
  return (toMillis(placed.expire_date ?? '') - now) % MINUTE || MINUTE;
}
