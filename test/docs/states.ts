import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import type { IntentResponse, OrderPayment } from '#contract/order.schema';
import {
  type Authorisation,
  type AuthorisationState,
  authorisationStates,
  type PaymentDue,
} from '../../proxy/journal/authorisation.ts';
import { intentStates } from '../../proxy/journal/intent.ts';
import { publicStates } from '../../proxy/orders/describe.ts';
import { describePayment } from '../../proxy/payments/describe-payment.ts';
import { en } from '../../src/messages/en.ts';
import { addEnglish, Words } from '../../src/messages/words.ts';
import { endedPayment, paymentWords } from '../../src/visit/parts/payment-words.ts';
import { aQuotedOrder } from '../support/builders.ts';

/**
 * Writes the tables of states in `CONTRIBUTING.md` with `--write`, and with `--check` says whether
 * they differ: from the comment beside each state in the code, and from what the proxy and the
 * widget make of it for the customer.
 */
const PAGE = '.github/CONTRIBUTING.md';

addEnglish(en);
const words = new Words('en');
const order = aQuotedOrder({ kind: 'REQUEST' });
const { total: amount, currency } = order;

/** What an order is when a payment is usually in this state: not decided, accepted or ended. */
const usualOrder: Readonly<Record<AuthorisationState, 'awaited' | 'accepted' | 'ended'>> = {
  made: 'awaited',
  authorised: 'awaited',
  capturing: 'accepted',
  captured: 'accepted',
  lapsed: 'accepted',
  overdue: 'accepted',
  uncaptured: 'accepted',
  voiding: 'ended',
  voided: 'ended',
  unvoided: 'ended',
  refunding: 'ended',
  unrefunded: 'ended',
};
const dues = { awaited: 'hold', accepted: amount, ended: 0 } as const satisfies Record<
  string,
  PaymentDue
>;

function readOfPayment(state: AuthorisationState): string {
  const usual = usualOrder[state];
  const made: Authorisation = { id: 'pay-1', state, amount, captured: amount };
  const refund = state === 'refunding' || state === 'unrefunded' ? { refund: amount } : {};
  const owed = state === 'lapsed' ? { amount, until: 0 } : undefined;
  const described = describePayment([{ ...made, ...refund }], dues[usual], owed);
  if (!described) return '';
  const payment: OrderPayment = {
    state: described.state,
    amount: described.amount,
    currency,
    reference: '',
  };
  if (usual === 'ended') return endedPayment(payment, words) ?? '';
  const isAccepted = usual === 'accepted';
  return paymentWords(order, undefined, undefined, words, { isAccepted, payment });
}

/** The headline of an order; that of a refused one is its problem. */
const headlines: Readonly<Record<IntentResponse['state'], string>> = {
  open: '',
  checking: words.say('checking'),
  placed: words.say('booked'),
  refused: words.problem('sold-out'),
  absent: words.say('absent'),
};

/** The comment beside each state: what it is, and what ends it. */
function commentsIn(file: string, list: string): Map<string, readonly [string, string]> {
  const [, rest = ''] = readFileSync(file, 'utf8').split(`export const ${list} = [`);
  const [states = ''] = rest.split('] as const');
  return new Map(
    [...states.matchAll(/\/\*\* (.+) \*\/\s+'(\w+)'/g)].map(([, comment = '', state = '']) => {
      const [what = '', end = ''] = comment.split(/(?=(?:Until|Final)\b)/);
      return [state, [what.trim(), end]];
    }),
  );
}

/** Characters of a text for which a table of the page has room. */
const LONGEST = 90;

function firstSentence(text: string): string {
  return text.split(/(?<=\.) /)[0] ?? '';
}

function table<State extends string>(
  states: readonly State[],
  comments: ReturnType<typeof commentsIn>,
  read: (state: State) => string,
): string {
  const rows = states.flatMap((state) => {
    const [what, end] = comments.get(state) ?? [];
    if (!what || !end)
      throw new Error(`The comment beside '${state}' lacks what it is or its end.`);
    const told = read(state);
    const reads = told
      ? `“${told.length > LONGEST ? `${firstSentence(told)} …` : told}”`
      : 'nothing';
    return [`| \`${state}\` | is | ${what} |`, `| | ends | ${end} |`, `| | reads | ${reads} |`];
  });
  return ['| state | | what |', '| --- | --- | --- |', ...rows].join('\n');
}

const tables = {
  'states of an intent': table(
    intentStates,
    commentsIn('proxy/journal/intent.ts', 'intentStates'),
    (state) => headlines[publicStates[state]],
  ),
  'states of a payment': table(
    authorisationStates,
    commentsIn('proxy/journal/authorisation.ts', 'authorisationStates'),
    readOfPayment,
  ),
};

const found = readFileSync(PAGE, 'utf8');
let wanted = found;
for (const [name, rows] of Object.entries(tables)) {
  const begin = `<!-- ${name}: written by npm run docs -->\n`;
  const [before = '', rest] = wanted.split(begin);
  const after = rest?.slice(rest.indexOf('<!-- end -->'));
  if (after === undefined) throw new Error(`${PAGE} has no place for the ${name}.`);
  wanted = `${before}${begin}\n${await format(rows, { parser: 'markdown' })}\n${after}`;
}
if (process.argv[2] === '--write') writeFileSync(PAGE, wanted);
else if (found !== wanted)
  throw new Error(`${PAGE} is behind the states in the code: npm run docs`);
