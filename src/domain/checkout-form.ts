import { lengths, MIN_NAME } from '../contract/limits.ts';
import type { Contact, Shipping } from '../contract/order.schema.ts';
import type { QuotedOrder } from '../contract/quote.schema.ts';
import type { Question } from '../contract/site.schema.ts';
import { participantsOf, type QuotedParticipant } from './participants.ts';

/**
 * The checkout's form as one table. What is shown, what is wrong (`field-problems.ts`), what is sent
 * and which field a refusal is about (`order-request.ts`) all follow from it.
 */
export interface Field {
  /** Names the field in the page. Unique in its form. */
  id: string;
  /** Names its value among the details. Stays when the order is quoted anew. */
  key: string;
  group: FieldGroup;
  type: FieldType;
  label: Label;
  /** Said beside the label. */
  hint?: Label | undefined;
  required: boolean;
  minLength?: number;
  maxLength?: number;
  /** Autofill detail tokens (HTML, Autofill). */
  autocomplete?: string;
  /** What can be chosen, for a `choice`. */
  options?: string[];
  /** Where its value goes in the order request. */
  targets: RequestTarget[];
}

export type FieldGroup = 'contact' | 'shipping' | 'questions' | 'participants' | 'terms';

export type FieldType = 'text' | 'email' | 'tel' | 'country' | 'choice' | 'checkbox';

/** A message with what fills its gaps, or the words of a vendor or a reseller as they are. */
export type Label =
  { message: LabelMessage; values?: Record<string, string | number> } | { text: string };

export type LabelMessage =
  | ContactField
  | ShippingField
  | 'phoneWhy'
  | 'optional'
  | 'participant'
  | 'acceptTerms'
  | 'acceptBoth';

type ContactField = 'name' | 'email' | 'phone';
type ShippingField = Exclude<keyof Shipping, 'name'>;

/** A value's place in the order request. */
export type RequestTarget =
  | { part: 'contact'; name: keyof Contact }
  | { part: 'shipping'; name: keyof Shipping }
  | { part: 'participant'; line: number; index: number; name: 'name' | 'comment' }
  | { part: 'answer'; questionId: string };

export interface FormSource {
  order: QuotedOrder;
  /** The site's own. */
  questions: Question[];
  /** Whose terms have to be accepted. Nothing of it is sent. */
  terms?: { vendor: string; site?: string | undefined };
}

/** Every field, in the order in which they are read. */
export function checkoutForm({ order, questions, terms }: FormSource): Field[] {
  return [
    ...contactFields(order.shipping_address),
    ...(order.shipping_address ? shippingFields() : []),
    ...questions.map(questionField),
    ...participantsOf(order).flatMap((participant) => participantFields(order, participant)),
    ...(terms ? [termsField(terms.vendor, terms.site)] : []),
  ];
}

function contactFields(isShipped: boolean): Field[] {
  const contactField = (name: ContactField, rest: Partial<Field>): Field => ({
    id: name,
    key: name,
    group: 'contact',
    type: 'text',
    label: { message: name },
    required: true,
    maxLength: lengths[name],
    autocomplete: name,
    targets: [{ part: 'contact', name }],
    ...rest,
  });

  // What is sent by post goes to whoever orders.
  const shippingName: RequestTarget[] = isShipped ? [{ part: 'shipping', name: 'name' }] : [];
  return [
    contactField('name', {
      minLength: MIN_NAME,
      targets: [{ part: 'contact', name: 'name' }, ...shippingName],
    }),
    contactField('email', { type: 'email' }),
    contactField('phone', {
      type: 'tel',
      autocomplete: 'tel',
      required: false,
      hint: { message: 'phoneWhy' },
    }),
  ];
}

function shippingFields(): Field[] {
  const shippingField = (
    name: ShippingField,
    autocomplete: string,
    rest: Partial<Field>,
  ): Field => ({
    id: name,
    key: name,
    group: 'shipping',
    type: 'text',
    label: { message: name },
    required: true,
    autocomplete: `shipping ${autocomplete}`,
    targets: [{ part: 'shipping', name }],
    ...rest,
  });

  return [
    shippingField('street', 'address-line1', { maxLength: lengths.street }),
    shippingField('streetnr', 'address-line2', {
      maxLength: lengths.streetnr,
      required: false,
      hint: { message: 'optional' },
    }),
    shippingField('zip', 'postal-code', { maxLength: lengths.zip }),
    shippingField('city', 'address-level2', { maxLength: lengths.city }),
    shippingField('country', 'country', { type: 'country' }),
  ];
}

function questionField({ id, title, type, options, required }: Question): Field {
  return {
    id: `answers.${id}`,
    key: `answers.${id}`,
    group: 'questions',
    type,
    label: { text: title },
    hint: required ? undefined : { message: 'optional' },
    required,
    maxLength: lengths.answer,
    options,
    targets: [{ part: 'answer', questionId: id }],
  };
}

/** A name, and the vendor's own question where it asks one. */
function participantFields(order: QuotedOrder, participant: QuotedParticipant): Field[] {
  const { line, index, title, number } = participant;
  const question = order.lines[line]?.participant_hint;
  const id = `lines.${line}.participants.${index}`;
  const label: Label = { message: 'participant', values: { title, number } };

  const name: Field = {
    id: `${id}.name`,
    // Another date or amount may give "Adult 2" another index and price id.
    key: JSON.stringify(['name', line, title, number]),
    group: 'participants',
    type: 'text',
    label,
    required: false,
    maxLength: lengths.name,
    autocomplete: 'off',
    targets: [{ part: 'participant', line, index, name: 'name' }],
  };
  if (!question) return [name];
  const comment: Field = {
    id: `${id}.comment`,
    // What one vendor was told is not for another, nor is it the answer to another question.
    key: JSON.stringify(['comment', line, title, number, order.vendor_id, question]),
    group: 'participants',
    type: 'text',
    label: { text: question },
    hint: label,
    required: false,
    maxLength: lengths.participant_comment,
    targets: [{ part: 'participant', line, index, name: 'comment' }],
  };
  return [name, comment];
}

function termsField(vendor: string, site: string | undefined): Field {
  return {
    id: 'terms',
    key: 'terms',
    group: 'terms',
    type: 'checkbox',
    label:
      site === undefined
        ? { message: 'acceptTerms', values: { vendor } }
        : { message: 'acceptBoth', values: { vendor, site } },
    required: true,
    targets: [],
  };
}
