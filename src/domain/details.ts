import { EMAIL } from '../contract/email.ts';
import type { QuotedOrder } from '../contract/quote.schema.ts';
import type { Contact, OrderRequest, Shipping } from '../contract/order.schema.ts';
import type { Question } from '../contract/site.schema.ts';
import { answerField, answersOf } from './questions.ts';

/** What a customer types at checkout, as it stands in the fields. Lives in memory only. */
export type Details = ReadonlyMap<string, string>;

/** What is wrong with a field, in a word that the messages know. */
export type FieldProblem =
  'required' | 'unticked' | 'too-short' | 'email-at' | 'email-ending' | 'email';

export interface Seat {
  dateId: string;
  priceId: number;
  /** Of this title, counted from 1: "Adult 2". */
  number: number;
  title: string;
  /** The vendor's question to each participant, or empty. */
  hint: string;
  /** Names the field; survives a change of the date, so that what was typed stays. */
  field: string;
}

/** One per participant, in the order of the quote. */
export function seatsOf(order: QuotedOrder): Seat[] {
  return order.lines.flatMap((line, index) => {
    const counted = new Map<string, number>();
    return line.prices.flatMap(({ price_id, title, amount }) =>
      Array.from({ length: amount }, () => {
        const number = (counted.get(title) ?? 0) + 1;
        counted.set(title, number);
        return {
          dateId: line.date_id,
          priceId: price_id,
          number,
          title,
          hint: line.participant_hint,
          field: `participant.${index}.${title}.${number}`,
        };
      }),
    );
  });
}

/** Named by the question too: what one vendor was told is not for another. */
export const hintField = (seat: Seat) => `${seat.field}.${seat.hint}.comment`;

/** Characters that the proxy takes (contract, order); fields that are not here are names. */
const lengths: Record<string, number> = { email: 254, phone: 50, streetnr: 20, zip: 20, city: 100 };
export function maxLengthOf(field: string): number {
  return lengths[field] ?? (/^answer\.|\.comment$/.test(field) ? 500 : 200);
}

const shippingRequired = ['street', 'zip', 'city', 'country'] as const;

function emailProblem(email: string): FieldProblem | undefined {
  const [local, domain, ...rest] = email.split('@');
  if (domain === undefined) return 'email-at';
  if (!local || rest.length > 0 || /\s/.test(email)) return 'email';
  if (!/\.[^.\d]{2,}$/.test(domain)) return 'email-ending';
  return EMAIL.test(email) ? undefined : 'email';
}

/** Fields that keep the order from being sent, in reading order, each with its reason. */
export function checkDetails(
  order: QuotedOrder,
  details: Details,
  questions: Question[] = [],
): Map<string, FieldProblem> {
  const problems = new Map<string, FieldProblem>();
  const value = (field: string) => (details.get(field) ?? '').trim();

  if (!value('name')) problems.set('name', 'required');
  else if (value('name').length < 2) problems.set('name', 'too-short');

  if (!value('email')) problems.set('email', 'required');
  else {
    const problem = emailProblem(value('email'));
    if (problem) problems.set('email', problem);
  }

  if (order.shipping_address) {
    for (const field of shippingRequired) {
      if (!value(field)) problems.set(field, 'required');
    }
  }

  const answered = new Set(answersOf(questions, details).map(({ id }) => id));
  for (const question of questions) {
    if (!question.required || answered.has(question.id)) continue;
    problems.set(answerField(question), question.type === 'checkbox' ? 'unticked' : 'required');
  }
  return problems;
}

/** Only what was filled in: an empty field is no value. */
function filled<T extends object>(entries: Record<string, string>): T {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== '')) as T;
}

/** The checked details as the proxy reads them. */
export function orderRequestOf(
  order: QuotedOrder,
  details: Details,
  lang: string,
  affiliate?: string,
  questions: Question[] = [],
): OrderRequest {
  const value = (field: string) => (details.get(field) ?? '').trim();
  const lines = order.lines.map((line) => ({
    date_id: line.date_id,
    participants: seatsOf(order)
      .filter((seat) => seat.dateId === line.date_id)
      .map((seat) => ({
        price_id: seat.priceId,
        ...filled<{ name?: string; comment?: string }>({
          name: value(seat.field),
          comment: seat.hint ? value(hintField(seat)) : '',
        }),
      })),
  }));
  const contact = filled<Contact>({
    name: value('name'),
    email: value('email'),
    phone: value('phone'),
  });
  const shipping: Shipping = {
    name: value('name'),
    street: value('street'),
    streetnr: value('streetnr'),
    zip: value('zip'),
    city: value('city'),
    country: value('country'),
  };
  const answers = answersOf(questions, details);
  return {
    quote: order.quote,
    lines,
    contact,
    lang,
    ...(answers.length > 0 ? { answers } : {}),
    ...(order.shipping_address ? { shipping } : {}),
    ...(affiliate ? { affiliate_id: affiliate } : {}),
  };
}
