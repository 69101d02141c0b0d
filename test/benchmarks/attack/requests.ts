import { DAY } from '#contract/milliseconds';
import { monthRange } from '#contract/month-range';
import { IDEMPOTENCY_KEY, paths, pathTo } from '#contract/paths';

/** What an attacker knows of the shop. */
export interface Shop {
  readonly eventIds: readonly string[];
  /** JSON of carts that can be quoted. */
  readonly carts: readonly string[];
  /** Opens the state of an order. */
  readonly key: string;
}

export interface AttackRequest {
  readonly path: string;
  /** Makes it a POST. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type RequestOf = (number: number, shop: Shop) => AttackRequest;

const WORDS = 8;
const DAYS = 60;
const PARTICIPANTS = 99;
const bodies = [
  ' '.repeat(300_000),
  // About as long as the body of a write may be.
  `{"lines":${'['.repeat(15)}${'1,'.repeat(32_000)}1${']'.repeat(15)}}`,
];

/** Requests that could use up the processor, by kind. No two reads of a kind mean the same. */
export const requests = {
  lists: (number) => ({ path: `${paths.events}?${listOf(number)}` }),

  searches(number, { eventIds }) {
    const words = Array.from({ length: WORDS }, (_, word) => `wrod${number}${word}`).join('+');
    const day = new Date(Date.now() + (number % DAYS) * DAY).toISOString().slice(0, 10);
    const participants = 1 + (Math.floor(number / DAYS) % PARTICIPANTS);
    const id = eventIds[number % eventIds.length] ?? '';
    const queries = [
      `${paths.events}?match=${words}`,
      `${paths.events}?day=${day}&participants=${participants}`,
      `${pathTo(paths.eventDates, id)}?${monthOf(number)}`,
    ];
    return { path: queries[number % queries.length] ?? '' };
  },

  quotes: (number, { carts }) => ({ path: paths.quotes, body: carts[number % carts.length] ?? '' }),

  bodies: (number) => ({
    path: number % 4 < 2 ? paths.quotes : paths.orders,
    body: bodies[number % bodies.length] ?? '',
  }),

  streams: (_, { key }) => ({
    path: paths.intent,
    headers: { Accept: 'text/event-stream', [IDEMPOTENCY_KEY]: key },
  }),
} satisfies Record<string, RequestOf>;

/** All events, ordered by all attributes in one of 384 ways, from the first or a later one on. */
function listOf(number: number): string {
  const left = ['title', 'price', 'duration', 'first_date'];
  let rest = number;
  const chooseOf = (choices: number) => {
    const choice = rest % choices;
    rest = Math.floor(rest / choices);
    return choice;
  };
  const order: string[] = [];
  while (left.length > 0) {
    const sign = chooseOf(2) === 0 ? '' : '-';
    order.push(sign + left.splice(chooseOf(left.length), 1).join());
  }
  return `order=${order.join(',')}&offset=${rest}`;
}

function monthOf(number: number): string {
  const month = new Date(Date.now() + (number % 12) * 30 * DAY).toISOString().slice(0, 7);
  const [start_date, end_date] = monthRange(month);
  return String(new URLSearchParams({ start_date, end_date }));
}
