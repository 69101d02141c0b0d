import type { OrderRequest, Participant } from '#contract/order.schema';
import type { ProblemDetail } from '#contract/problem.schema';
import type { CheckoutFields, Question } from '#contract/site.schema';
import { throwProblems } from '../http/problems.ts';
import type { Quote } from '../journal/quote.ts';
import type { PlatformEvent } from '../platform/translate.ts';
import { priceCart, type PricedOrder } from './price-cart.ts';
import type { Offer } from './price-line.ts';

type Answer = NonNullable<OrderRequest['answers']>[number];

/** Checks that the request is for exactly what was quoted. @throws {ProblemError} */
export function checkRequest(
  request: OrderRequest,
  quote: Quote,
  site: { readonly questions: readonly Question[]; readonly fields: CheckoutFields },
): void {
  throwProblems(checkLines(request, quote));
  throwProblems(checkRequired(request, site.fields));
  throwProblems(checkAnswers(request.answers ?? [], site.questions));
  if (quote.shipping_address && !request.shipping) {
    throwProblems([{ code: 'shipping-address-missing', field: 'shipping' }]);
  }
}

function checkLines({ lines }: OrderRequest, quote: Quote): ProblemDetail[] {
  const code = 'participants-mismatch';
  const requested = new Set<string>();
  const problems: ProblemDetail[] = [];
  for (const [index, { date_id, participants }] of lines.entries()) {
    const quoted = quote.lines.find((line) => line.date_id === date_id);
    if (!quoted || requested.has(date_id)) {
      problems.push({ code, field: `lines[${index}].date_id`, date_id });
      continue;
    }
    requested.add(date_id);
    if (!areAsQuoted(participants, quoted)) {
      problems.push({ code, field: `lines[${index}].participants`, date_id });
    }
  }
  for (const { date_id } of quote.lines) {
    if (!requested.has(date_id)) problems.push({ code, field: 'lines', date_id });
  }
  return problems;
}

/** Whether there are as many participants of each price as were quoted. */
function areAsQuoted(
  participants: readonly Participant[],
  { prices }: Quote['lines'][number],
): boolean {
  const requested = participants.map(({ price_id }) => price_id);
  const quoted = prices.flatMap(({ price_id, amount }) => Array<number>(amount).fill(price_id));
  return requested.toSorted().join() === quoted.toSorted().join();
}

/** The fields that the site requires and the request leaves empty. */
function checkRequired(request: OrderRequest, fields: CheckoutFields): ProblemDetail[] {
  const { contact, comment, lines } = request;
  const required: [asked: keyof CheckoutFields, field: string, value: string | undefined][] = [
    ['phone', 'contact.phone', contact.phone],
    ['company', 'contact.company', contact.company],
    ['billing_address', 'contact.street', contact.street],
    ['billing_address', 'contact.zip', contact.zip],
    ['billing_address', 'contact.city', contact.city],
    ['billing_address', 'contact.country', contact.country],
    ['comment', 'comment', comment],
  ];
  for (const [line, { participants }] of lines.entries()) {
    for (const [index, { name, email, phone }] of participants.entries()) {
      const path = `lines[${line}].participants[${index}]`;
      required.push(['participant_name', `${path}.name`, name]);
      required.push(['participant_email', `${path}.email`, email]);
      required.push(['participant_phone', `${path}.phone`, phone]);
    }
  }
  return required
    .filter(([asked, , value]) => fields[asked] === 'required' && !value)
    .map(([, field]) => ({ code: 'invalid-request', field, detail: 'the site requires it' }));
}

function checkAnswers(answers: readonly Answer[], questions: readonly Question[]): ProblemDetail[] {
  const unanswered = questions
    .filter(({ id, required }) => required && !answers.some((answer) => answer.id === id))
    .map(({ id }) => invalidAnswer('answers', `the question ${id} needs an answer`));
  const wrong = answers.flatMap(({ id, value }, index) => {
    const question = questions.find((question) => question.id === id);
    if (!question) return [invalidAnswer(`answers[${index}].id`, 'there is no such question')];
    if (!isOffered(value, question)) {
      const detail = 'the answer is none of those offered';
      return [invalidAnswer(`answers[${index}].value`, detail)];
    }
    return [];
  });
  return [...unanswered, ...wrong];
}

function isOffered(value: string, { type, options }: Question): boolean {
  switch (type) {
    case 'text':
      return true;
    case 'choice':
      return options.includes(value);
    case 'checkbox':
      return value === 'true';
  }
}

function invalidAnswer(field: string, detail: string): ProblemDetail {
  return { code: 'invalid-request', field, detail };
}

/** Why the quote cannot be ordered, according to the current offer. */
export function checkQuote(quote: Quote, offer: Offer): ProblemDetail[] {
  const { orders, problems } = priceCart(quote, offer);
  // `field` is a path in a quote request, and means nothing in an order request.
  if (problems.length > 0) return problems.map(({ field: _, ...problem }) => problem);

  const [order, ...others] = orders;
  if (!order || others.length > 0 || !isSameOrder(order, quote)) {
    return [{ code: 'price-changed' }];
  }
  return [
    ...movedLines(order, quote, offer),
    ...changedLines(order, quote),
    ...changedProducts(order, quote),
  ];
}

function isSameOrder(order: PricedOrder, quote: Quote): boolean {
  return (
    order.kind === quote.kind &&
    order.vendor_id === quote.vendor_id &&
    order.currency === quote.currency
  );
}

function movedLines(order: PricedOrder, quote: Quote, { events }: Offer): ProblemDetail[] {
  const lines = new Map(order.lines.map((line) => [line.date_id, line]));
  return quote.lines
    .filter((quoted) => {
      const line = lines.get(quoted.date_id);
      return isAtAnotherTime(line, quoted) || isOfAnotherRoot(events.get(quoted.event_id), quoted);
    })
    .map(({ date_id }) => ({ code: 'date-gone', date_id }));
}

function isAtAnotherTime(
  line: PricedOrder['lines'][number] | undefined,
  { date, timezone }: Quote['lines'][number],
): boolean {
  // A child without a time zone of its own may have lost its root.
  return line?.date !== date || (line?.timezone !== '' && line?.timezone !== timezone);
}

/** A child without a time zone of its own has that of its root, and only the quoted root is read. */
function isOfAnotherRoot(
  event: PlatformEvent | undefined,
  { root_event_id }: Quote['lines'][number],
): boolean {
  return (
    event?.timezone === '' && root_event_id !== undefined && event.root_event_id !== root_event_id
  );
}

function changedLines(order: PricedOrder, quote: Quote): ProblemDetail[] {
  const lines = new Map(order.lines.map((line) => [line.date_id, line]));
  return quote.lines
    .filter((quoted) => !isSamePrice(lines.get(quoted.date_id), quoted))
    .map(({ date_id }) => ({ code: 'price-changed', date_id }));
}

/** One price may have risen and another fallen, with the same total. */
function isSamePrice(
  line: PricedOrder['lines'][number] | undefined,
  quoted: Quote['lines'][number],
): boolean {
  const values = new Map(line?.prices.map(({ price_id, value }) => [price_id, value]));
  return (
    line?.total === quoted.total &&
    quoted.prices.every(({ price_id, value }) => value === values.get(price_id))
  );
}

function changedProducts(order: PricedOrder, quote: Quote): ProblemDetail[] {
  const products = new Map(order.products.map((product) => [product.product_id, product]));
  return quote.products
    .filter(({ product_id, total }) => {
      const product = products.get(product_id);
      // The customer was not asked for an address.
      const isShippedNow = product?.shipping_address === true && !quote.shipping_address;
      return product?.total !== total || isShippedNow;
    })
    .map(({ product_id }) => ({ code: 'price-changed', product_id }));
}
