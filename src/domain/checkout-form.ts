import { lengths, MIN_NAME } from '../contract/limits.ts';
import type { Contact, Shipping } from '../contract/order.schema.ts';
import type { QuotedOrder } from '../contract/quote.schema.ts';
import type { Question } from '../contract/site.schema.ts';
import { participantsOf, type QuotedParticipant } from './participants.ts';

/**
 * A row of the checkout's form. What is shown, what is wrong (`field-problems.ts`), what is sent and
 * which field a refusal is about (`order-request.ts`) all follow from the table of these.
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
  maxLength?: number | undefined;
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
  /** What is ordered together: asked for once, but for the participants of each. */
  orders: QuotedOrder[];
  /** How many orders the cart has: more than these where some went through before. */
  cartSize?: number;
  /** The site's own. */
  questions: Question[];
  /** Whose terms have to be accepted. Nothing of it is sent. */
  terms?: { vendor: string; site?: string | undefined };
}

/** Every field, in the order in which they are read. */
export function checkoutForm({
  orders,
  cartSize = orders.length,
  questions,
  terms,
}: FormSource): Field[] {
  const isShipped = orders.some((order) => order.shipping_address);
  const hasSeveralLines = orders.flatMap(({ lines }) => lines).length > 1;
  return [
    ...contactFields(isShipped),
    ...(isShipped ? shippingFields() : []),
    ...questions.map(questionField),
    ...orders.flatMap((order, index) =>
      participantsOf(order).flatMap((participant) =>
        participantFields(order, participant, {
          idPrefix: index > 0 ? `orders.${index}.` : '',
          // A cart has one order of a vendor, currency and kind.
          keyParts: cartSize > 1 ? [order.vendor_id, order.currency, order.kind] : [],
          hasSeveralLines,
        }),
      ),
    ),
    ...(terms ? [termsField(terms.vendor, terms.site)] : []),
  ];
}

function contactFields(isShipped: boolean): Field[] {
  const name = addressField({ part: 'contact', name: 'name' }, 'name', { minLength: MIN_NAME });
  // What is sent by post goes to whoever orders.
  if (isShipped) name.targets.push({ part: 'shipping', name: 'name' });
  return [
    name,
    addressField({ part: 'contact', name: 'email' }, 'email', { type: 'email' }),
    addressField({ part: 'contact', name: 'phone' }, 'tel', {
      type: 'tel',
      required: false,
      hint: { message: 'phoneWhy' },
    }),
  ];
}

function shippingFields(): Field[] {
  const shippingField = (name: ShippingField, autocomplete: string, rest?: Partial<Field>) =>
    addressField({ part: 'shipping', name }, `shipping ${autocomplete}`, rest);
  return [
    shippingField('street', 'address-line1'),
    shippingField('streetnr', 'address-line2', { required: false, hint: { message: 'optional' } }),
    shippingField('zip', 'postal-code'),
    shippingField('city', 'address-level2'),
    shippingField('country', 'country', { type: 'country' }),
  ];
}

type AddressTarget =
  { part: 'contact'; name: ContactField } | { part: 'shipping'; name: ShippingField };

/** Label and length follow from where it goes. */
function addressField(target: AddressTarget, autocomplete: string, rest?: Partial<Field>): Field {
  const { part, name } = target;
  return {
    id: name,
    key: name,
    group: part,
    type: 'text',
    label: { message: name },
    required: true,
    maxLength: name === 'country' ? undefined : lengths[name],
    autocomplete,
    targets: [target],
    ...rest,
  };
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

/** A name, and an answer to the vendor's question where it asks one. */
function participantFields(
  order: QuotedOrder,
  participant: QuotedParticipant,
  names: { idPrefix: string; keyParts: string[]; hasSeveralLines: boolean },
): Field[] {
  const { line, index, title, number } = participant;
  const { participant_hint: question, title: event = '' } = order.lines[line] ?? {};
  const label: Label = { message: 'participant', values: { title, number } };

  const participantField = (
    name: 'name' | 'comment',
    rest: Pick<Field, 'label' | 'hint' | 'maxLength' | 'autocomplete'>,
    ...keyParts: string[]
  ): Field => ({
    id: `${names.idPrefix}lines.${line}.participants.${index}.${name}`,
    // By title and number: another date or amount gives "Adult 2" another index and price id.
    key: JSON.stringify([name, line, title, number, ...names.keyParts, ...keyParts]),
    group: 'participants',
    type: 'text',
    required: false,
    targets: [{ part: 'participant', line, index, name }],
    ...rest,
  });

  const name = participantField('name', {
    label,
    // Each line has an "Adult 1".
    hint: names.hasSeveralLines ? { text: event } : undefined,
    ...{ maxLength: lengths.name, autocomplete: 'off' },
  });
  if (!question) return [name];
  const comment = participantField(
    'comment',
    { label: { text: question }, hint: label, maxLength: lengths.participant_comment },
    // What one vendor was told is not for another, nor is it the answer to another question.
    order.vendor_id,
    question,
  );
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
