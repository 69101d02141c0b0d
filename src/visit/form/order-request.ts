import type { OrderRequest, Participant } from '#contract/order.schema';
import type { QuotedOrder } from '#contract/quote.schema';
import type { Details } from '../../domain/details.ts';
import { withAsciiDomain } from '../../domain/email.ts';
import type { Field, RequestTarget } from './checkout-form.ts';
import { valueOf } from './field-values.ts';
import { participantsOf } from './participants.ts';

export interface OrderOptions {
  /** ISO 639-1. */
  lang: string;
  affiliate?: string | undefined;
  /** UTM values of the page's address. */
  saleParams?: string | undefined;
}

/** The body of an order request, for details that were checked. Empty fields are left out. */
export function orderRequestOf(
  order: QuotedOrder,
  fields: Field[],
  details: Details,
  { lang, affiliate, saleParams }: OrderOptions,
): OrderRequest {
  const request: OrderRequest = {
    quote: order.quote,
    lines: order.lines.map(({ date_id }, line) => ({
      date_id,
      participants: participantsOf(order)
        .filter((participant) => participant.line === line)
        .map(({ priceId }): Participant => ({ price_id: priceId })),
    })),
    contact: { name: '', email: '' },
    lang,
  };
  if (order.shipping_address) {
    request.shipping = { name: '', street: '', streetnr: '', zip: '', city: '', country: '' };
  }
  if (affiliate) request.affiliate_id = affiliate;
  if (saleParams) request.sale_params = saleParams;

  for (const field of fields) {
    const value = valueOf(field, details);
    if (!value) continue;
    const sent = field.type === 'email' ? withAsciiDomain(value) : value;
    for (const target of field.targets) setValue(request, target, sent);
  }
  return request;
}

function setValue(request: OrderRequest, target: RequestTarget, value: string): void {
  switch (target.part) {
    case 'contact':
      request.contact[target.name] = value;
      break;
    case 'shipping':
      if (request.shipping) request.shipping[target.name] = value;
      break;
    case 'participant': {
      const participant = request.lines[target.line]?.participants[target.index];
      if (participant) participant[target.name] = value;
      break;
    }
    case 'order':
      if (target.name === 'comment') request.comment = value;
      else request.email_newsletter_opt_in = true;
      break;
    case 'answer':
      request.answers = [...(request.answers ?? []), { id: target.questionId, value }];
      break;
  }
}

/**
 * The field that a path of the order request is filled from: `contact.email`,
 * `lines[0].participants[1].name`, `answers[1].value`.
 */
export function fieldAt(path: string, fields: Field[], details: Details): Field | undefined {
  // The request has only the answered questions, so `answers[1]` counts only those.
  const answered = fields.filter(
    (field) => field.group === 'questions' && valueOf(field, details) !== '',
  );
  const found = fields.filter((field) =>
    field.targets.some((target) => pathsOf(target, answered.indexOf(field)).includes(path)),
  );
  // The last field with a value wins, as in `orderRequestOf`: the recipient before the customer.
  return found.filter((field) => valueOf(field, details) !== '').at(-1) ?? found[0];
}

function pathsOf(target: RequestTarget, answerIndex: number): string[] {
  switch (target.part) {
    case 'contact':
    case 'shipping':
      return [`${target.part}.${target.name}`];
    case 'participant':
      return [`lines[${target.line}].participants[${target.index}].${target.name}`];
    case 'order':
      return [target.name];
    case 'answer':
      return [`answers[${answerIndex}].id`, `answers[${answerIndex}].value`];
  }
}
