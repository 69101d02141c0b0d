import { defaultFields } from '../contract/checkout-fields.ts';
import { lengths, MIN_NAME } from '../contract/limits.ts';
import type { Contact, Shipping } from '../contract/order.schema.ts';
import type { QuotedLine, QuotedOrder } from '../contract/quote.schema.ts';
import type { CheckoutFields, Question, Site } from '../contract/site.schema.ts';
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
  /** Says that it is missing. What has none may be left empty. */
  missing?: Label | undefined;
  minLength?: number;
  maxLength?: number | undefined;
  /** Autofill detail tokens (HTML, Autofill). */
  autocomplete?: string;
  /** What can be chosen, for a `choice`. */
  options?: string[];
  /** The participant that it is about, where more than one thing is asked about each. */
  block?: Block | undefined;
  /** Key of the field above that has the same value when the same person is meant. */
  sameAs?: string | undefined;
  /** Where its value goes in the order request. */
  targets: RequestTarget[];
}

export type FieldGroup =
  'contact' | 'invoice' | 'shipping' | 'questions' | 'participants' | 'rest' | 'terms';

export type FieldType = 'text' | 'multiline' | 'email' | 'tel' | 'country' | 'choice' | 'checkbox';

/** Fields that stand together under a heading. */
export interface Block {
  id: string;
  label: Label;
  hint?: Label | undefined;
}

/** A message with what fills its gaps, or the words of a vendor or a reseller as they are. */
export type Label =
  { message: LabelMessage; values?: Record<string, string | number> } | { text: string };

export type LabelMessage =
  | ContactField
  | ShippingField
  | `${RequirableField}Missing`
  | 'participantMissing'
  | 'recipient'
  | 'recipientWhy'
  | 'phoneWhy'
  | 'optional'
  | 'participant'
  | 'participantName'
  | 'comment'
  | 'newsletter'
  | 'openQuestion'
  | 'unticked'
  | 'acceptTerms'
  | 'acceptBoth';

type ContactField = 'name' | 'email' | 'phone' | InvoiceField;
type InvoiceField = 'company' | 'vat_number' | ShippingField;
type ShippingField = Exclude<keyof Shipping, 'name'>;
type RequirableField = Exclude<ContactField, 'vat_number' | 'streetnr'>;

/** A value's place in the order request. */
export type RequestTarget =
  | { part: 'contact'; name: keyof Contact }
  | { part: 'shipping'; name: keyof Shipping }
  | { part: 'participant'; line: number; index: number; name: ParticipantField }
  | { part: 'answer'; questionId: string }
  | { part: 'order'; name: 'comment' | 'email_newsletter_opt_in' };

type ParticipantField = 'name' | 'comment' | 'email' | 'phone';

export interface FormSource {
  /** What is ordered together: asked for once, but for the participants of each. */
  orders: QuotedOrder[];
  /** How many orders the cart has: more than these where some went through before. */
  cartSize?: number;
  /** The site's own. */
  questions: Question[];
  /** Which fields the site has. */
  asked?: CheckoutFields | undefined;
  /** Whose terms have to be accepted. Nothing of it is sent. */
  terms?: { vendor: string; site?: string | undefined };
}

/** What a site asks, as far as it is known. */
export function askedBy(site: Site | undefined): Pick<FormSource, 'questions' | 'asked'> {
  return { questions: site?.questions ?? [], asked: site?.fields };
}

/** Every field, in the order in which they are read. */
export function checkoutForm({
  orders,
  cartSize = orders.length,
  questions,
  asked = defaultFields,
  terms,
}: FormSource): Field[] {
  const isShipped = orders.some((order) => order.shipping_address);
  return [
    ...contactFields(isShipped, asked),
    ...invoiceFields(asked),
    ...(isShipped ? shippingFields() : []),
    ...questions.map(questionField),
    ...participantsFields(orders, cartSize, asked),
    ...restFields(orders, asked),
    ...(terms ? [termsField(terms.vendor, terms.site)] : []),
  ];
}

function contactFields(isShipped: boolean, asked: CheckoutFields): Field[] {
  const name = contactField('name', 'name', { minLength: MIN_NAME });
  // What is sent by post goes to whoever orders, unless somebody else is named for it.
  if (isShipped) name.targets.push({ part: 'shipping', name: 'name' });
  const email = contactField('email', 'email', { type: 'email' });
  if (asked.phone === 'off') return [name, email];
  const phone = contactField('phone', 'tel', {
    type: 'tel',
    ...(asked.phone === 'optional' && { missing: undefined, hint: { message: 'phoneWhy' } }),
  });
  return [name, email, phone];
}

/** Whom the bill is made out to. */
function invoiceFields(asked: CheckoutFields): Field[] {
  const group = 'invoice';
  const company = asked.company === 'required' ? {} : optional;
  const address = asked.billing_address === 'required' ? {} : optional;
  // The spec has an address of its own for what is sent, so these are other values.
  const addressField = (name: ShippingField, autocomplete: string, rest?: Partial<Field>) =>
    contactField(name, `billing ${autocomplete}`, {
      ...{ id: `billing.${name}`, key: `billing.${name}`, group, ...address },
      ...rest,
    });
  const fields = [
    ...(asked.company === 'off'
      ? []
      : [
          contactField('company', 'organization', { group, ...company }),
          contactField('vat_number', 'off', { group, ...optional }),
        ]),
    ...(asked.billing_address === 'off' ? [] : postalFields(addressField)),
  ];
  // Where all of it is optional, that is said once.
  if (fields.some(({ missing }) => missing)) return fields;
  return fields.map((field) => ({ ...field, hint: undefined }));
}

function shippingFields(): Field[] {
  const shippingField = (name: ShippingField, autocomplete: string, rest?: Partial<Field>) =>
    textField({ part: 'shipping', name }, `shipping ${autocomplete}`, rest);
  const recipient = textField({ part: 'shipping', name: 'name' }, 'shipping name', {
    ...{ id: 'recipient', key: 'recipient', minLength: MIN_NAME, missing: undefined },
    ...{ label: { message: 'recipient' }, hint: { message: 'recipientWhy' } },
  });
  return [recipient, ...postalFields(shippingField)];
}

function postalFields(
  addressField: (name: ShippingField, autocomplete: string, rest?: Partial<Field>) => Field,
): Field[] {
  return [
    addressField('street', 'address-line1'),
    addressField('streetnr', 'address-line2', optional),
    addressField('zip', 'postal-code'),
    addressField('city', 'address-level2'),
    addressField('country', 'country', { type: 'country' }),
  ];
}

const optional = { missing: undefined, hint: { message: 'optional' } } as const;

const contactField = (name: ContactField, autocomplete: string, rest?: Partial<Field>) =>
  textField({ part: 'contact', name }, autocomplete, rest);

type AddressTarget =
  { part: 'contact'; name: ContactField } | { part: 'shipping'; name: ShippingField | 'name' };

/** Label, length and what is said when it is missing follow from where it goes. */
function textField(target: AddressTarget, autocomplete: string, rest?: Partial<Field>): Field {
  const { part, name } = target;
  return {
    id: name,
    key: name,
    group: part,
    type: 'text',
    label: { message: name },
    missing: { message: `${name as RequirableField}Missing` },
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
    ...(required
      ? { missing: { message: type === 'checkbox' ? 'unticked' : 'openQuestion' } }
      : optional),
    maxLength: lengths.answer,
    options,
    targets: [{ part: 'answer', questionId: id }],
  };
}

/** Who comes, and what the site and each vendor want to know of them. */
function participantsFields(
  orders: QuotedOrder[],
  cartSize: number,
  asked: CheckoutFields,
): Field[] {
  const hasSeveralLines = orders.flatMap(({ lines }) => lines).length > 1;
  /** Where somebody of this title and number was asked about first. */
  const firstKeys = new Map<string, Partial<Record<ParticipantField, string>>>();
  return orders.flatMap((order, index) =>
    participantsOf(order).flatMap((participant) => {
      const who = JSON.stringify([participant.title, participant.number]);
      // Whoever orders is asked about as the first participant too.
      const contact = { name: 'name', email: 'email', phone: 'phone' };
      const sameAs = firstKeys.get(who) ?? (firstKeys.size === 0 ? contact : {});
      const fields = participantFields(order, participant, asked, {
        idPrefix: index > 0 ? `orders.${index}.` : '',
        // A cart has one order of a vendor, currency and kind.
        keyParts: cartSize > 1 ? [order.vendor_id, order.currency, order.kind] : [],
        hasSeveralLines,
        sameAs,
      });
      if (!firstKeys.has(who)) firstKeys.set(who, keysByName(fields));
      return fields;
    }),
  );
}

function keysByName(fields: Field[]): Partial<Record<ParticipantField, string>> {
  return Object.fromEntries(
    fields.flatMap(({ key, targets: [target] }) =>
      target?.part === 'participant' ? [[target.name, key]] : [],
    ),
  );
}

interface ParticipantContext {
  idPrefix: string;
  keyParts: string[];
  hasSeveralLines: boolean;
  sameAs: Partial<Record<ParticipantField, string>>;
}

/** One field that is called as the participant, or several under that heading. */
function participantFields(
  order: QuotedOrder,
  participant: QuotedParticipant,
  asked: CheckoutFields,
  context: ParticipantContext,
): Field[] {
  const { line, index, title, number } = participant;
  const { participant_hint: question, title: event = '' }: Partial<QuotedLine> =
    order.lines[line] ?? {};
  const who: Label = { message: 'participant', values: { title, number } };
  const id = `${context.idPrefix}lines.${line}.participants.${index}`;

  const participantField = (
    name: ParticipantField,
    rest: Pick<Field, 'type' | 'label' | 'missing' | 'maxLength' | 'sameAs'>,
    ...keyParts: string[]
  ): Field => ({
    id: `${id}.${name}`,
    // By title and number: another date or amount gives "Adult 2" another index and price id.
    key: JSON.stringify([name, line, title, number, ...context.keyParts, ...keyParts]),
    group: 'participants',
    autocomplete: 'off',
    targets: [{ part: 'participant', line, index, name }],
    ...rest,
  });
  const personalField = (name: 'name' | 'email' | 'phone', type: FieldType): Field[] => {
    const isAsked = asked[`participant_${name}`];
    if (isAsked === 'off') return [];
    const isRequired = isAsked === 'required';
    const missing: Label = { message: 'participantMissing', values: { title, number } };
    const label: Label = { message: name === 'name' ? 'participantName' : name };
    return [
      participantField(name, {
        ...{ type, label, maxLength: lengths[name] },
        ...{ missing: isRequired ? missing : undefined, sameAs: context.sameAs[name] },
      }),
    ];
  };
  const comment = (label: string) =>
    participantField(
      'comment',
      { type: 'text', label: { text: label }, maxLength: lengths.participant_comment },
      // What one vendor was told is not for another, nor is it the answer to another question.
      order.vendor_id,
      label,
    );

  const name = personalField('name', 'text');
  const others = [
    ...(question ? [comment(question)] : []),
    ...personalField('email', 'email'),
    ...personalField('phone', 'tel'),
  ];
  // Each line has an "Adult 1".
  const hint = context.hasSeveralLines ? { text: event } : undefined;
  if (others.length === 0) return name.map((field) => ({ ...field, label: who, hint }));
  return [...name, ...others].map((field) => ({ ...field, block: { id, label: who, hint } }));
}

/** What is neither about who orders nor about who comes. */
function restFields(orders: QuotedOrder[], { comment, newsletter }: CheckoutFields): Field[] {
  const vendors = [...new Set(orders.map(({ vendor_name }) => vendor_name))].join(', ');
  const label = (message: 'comment' | 'newsletter'): Label => ({
    message,
    values: { vendor: vendors },
  });
  const commentField: Field = {
    ...{ id: 'comment', key: 'comment', group: 'rest', type: 'multiline' },
    label: label('comment'),
    ...(comment === 'required' ? { missing: { message: 'openQuestion' } } : optional),
    maxLength: lengths.comment,
    targets: [{ part: 'order', name: 'comment' }],
  };
  const newsletterField: Field = {
    ...{ id: 'newsletter', key: 'newsletter', group: 'rest', type: 'checkbox' },
    label: label('newsletter'),
    targets: [{ part: 'order', name: 'email_newsletter_opt_in' }],
  };
  return [
    ...(comment === 'off' ? [] : [commentField]),
    ...(newsletter === 'off' ? [] : [newsletterField]),
  ];
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
    missing: { message: 'unticked' },
    targets: [],
  };
}
