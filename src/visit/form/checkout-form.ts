import { defaultFields } from '#contract/checkout-fields';
import { lengths, MIN_NAME } from '#contract/limits';
import type { Contact, Shipping } from '#contract/order.schema';
import type { QuotedLine, QuotedOrder } from '#contract/quote.schema';
import type { CheckoutFields, Question, Site } from '#contract/site.schema';
import { participantsOf, type QuotedParticipant } from './participants.ts';

/**
 * A field of the checkout's form. Rendering, validation (`field-problems.ts`) and the order request
 * (`order-request.ts`) all follow the table of fields.
 */
export interface Field {
  /** The field's id in the page, unique in the form. */
  id: string;
  /** The key of its value in `Details`. It stays the same after a new quote. */
  key: string;
  group: FieldGroup;
  type: FieldType;
  label: Label;
  /** Shown beside the label. */
  hint?: Label | undefined;
  /** The message when it is empty; without one the field is optional. */
  missing?: Label | undefined;
  minLength?: number;
  maxLength?: number | undefined;
  /** Autofill detail tokens (HTML, Autofill). */
  autocomplete?: string;
  /** What can be chosen, for a `choice`. */
  options?: string[];
  /** The participant's heading, where there are several fields for each participant. */
  block?: Block | undefined;
  /** The key of an earlier field whose value is offered here, for the same person. */
  sameAs?: string | undefined;
  /** Where its value goes in the order request. */
  targets: RequestTarget[];
}

export type FieldGroup =
  'contact' | 'invoice' | 'shipping' | 'questions' | 'participants' | 'rest' | 'terms';

export type FieldType = 'text' | 'multiline' | 'email' | 'tel' | 'country' | 'choice' | 'checkbox';

/** Fields that belong together under a heading. */
export interface Block {
  id: string;
  label: Label;
  hint?: Label | undefined;
}

/** A message with its values, or a text of a vendor or a reseller. */
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
  /** Ordered together: contact data is asked for once, participants for each order. */
  orders: QuotedOrder[];
  /** The number of all orders of the cart, including those that are placed already. */
  cartSize?: number;
  /** The site's own questions. */
  questions: Question[];
  /** Which fields the site shows, and which it requires. */
  asked?: CheckoutFields | undefined;
  /** The names of those whose terms have to be accepted. The checkbox is not sent. */
  terms?: { vendor: string; site?: string | undefined };
}

/** The questions and fields of a site; the defaults while the site loads. */
export function askedBy(site: Site | undefined): Pick<FormSource, 'questions' | 'asked'> {
  return { questions: site?.questions ?? [], asked: site?.fields };
}

/** Every field, in reading order. */
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
  // The customer is the recipient, unless the field `recipient` names somebody else.
  if (isShipped) name.targets.push({ part: 'shipping', name: 'name' });
  const email = contactField('email', 'email', { type: 'email' });
  if (asked.phone === 'off') return [name, email];
  const phone = contactField('phone', 'tel', {
    type: 'tel',
    ...(asked.phone === 'optional' && { missing: undefined, hint: { message: 'phoneWhy' } }),
  });
  return [name, email, phone];
}

/** Company and billing address. */
function invoiceFields(asked: CheckoutFields): Field[] {
  const group = 'invoice';
  const company = asked.company === 'required' ? {} : optional;
  const address = asked.billing_address === 'required' ? {} : optional;
  // Billing and shipping address are separate fields in the spec, so the keys differ too.
  const addressField = (name: ShippingField, autocomplete: string, rest?: Partial<Field>) =>
    contactField(name, `billing ${autocomplete}`, {
      id: `billing.${name}`,
      key: `billing.${name}`,
      group,
      ...address,
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
  // If every field is optional, the heading says so, and the fields do not.
  if (fields.some(({ missing }) => missing)) return fields;
  return fields.map((field) => ({ ...field, hint: undefined }));
}

function shippingFields(): Field[] {
  const shippingField = (name: ShippingField, autocomplete: string, rest?: Partial<Field>) =>
    textField({ part: 'shipping', name }, `shipping ${autocomplete}`, rest);
  const recipient = textField({ part: 'shipping', name: 'name' }, 'shipping name', {
    id: 'recipient',
    key: 'recipient',
    missing: undefined,
    label: { message: 'recipient' },
    hint: { message: 'recipientWhy' },
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

/** A field whose label, length and message are those of its target. */
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

/** The fields of every participant, as the site and each vendor ask for them. */
function participantsFields(
  orders: QuotedOrder[],
  cartSize: number,
  asked: CheckoutFields,
): Field[] {
  const hasSeveralLines = orders.flatMap(({ lines }) => lines).length > 1;
  /** The keys of the first fields for each title and number, such as "Adult 2". */
  const firstKeys = new Map<string, Partial<Record<ParticipantField, string>>>();
  return orders.flatMap((order, index) =>
    participantsOf(order).flatMap((participant) => {
      const who = JSON.stringify([participant.title, participant.number]);
      // The first participant is probably the customer, whose contact data is offered.
      const contact = { name: 'name', email: 'email', phone: 'phone' };
      const sameAs = firstKeys.get(who) ?? (firstKeys.size === 0 ? contact : {});
      const fields = participantFields(order, participant, asked, {
        idPrefix: index > 0 ? `orders.${index}.` : '',
        // A cart has at most one order of each vendor, currency and kind.
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

/** A single field labelled with the participant, or several under that heading. */
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
    // Not by index or price id, which change with the date and the amounts.
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
        type,
        label,
        maxLength: lengths[name],
        missing: isRequired ? missing : undefined,
        sameAs: context.sameAs[name],
      }),
    ];
  };
  const comment = (label: string) =>
    participantField(
      'comment',
      { type: 'text', label: { text: label }, maxLength: lengths.participant_comment },
      // An answer is for one vendor and one question, so both are part of the key.
      order.vendor_id,
      label,
    );

  const name = personalField('name', 'text');
  const others = [
    ...(question ? [comment(question)] : []),
    ...personalField('email', 'email'),
    ...personalField('phone', 'tel'),
  ];
  // With several lines, the event tells one "Adult 1" from another.
  const hint = context.hasSeveralLines ? { text: event } : undefined;
  if (others.length === 0) return name.map((field) => ({ ...field, label: who, hint }));
  return [...name, ...others].map((field) => ({ ...field, block: { id, label: who, hint } }));
}

/** Comment and newsletter. */
function restFields(orders: QuotedOrder[], { comment, newsletter }: CheckoutFields): Field[] {
  const vendors = [...new Set(orders.map(({ vendor_name }) => vendor_name))].join(', ');
  const label = (message: 'comment' | 'newsletter'): Label => ({
    message,
    values: { vendor: vendors },
  });
  const commentField: Field = {
    id: 'comment',
    key: 'comment',
    group: 'rest',
    type: 'multiline',
    label: label('comment'),
    ...(comment === 'required' ? { missing: { message: 'openQuestion' } } : optional),
    maxLength: lengths.comment,
    targets: [{ part: 'order', name: 'comment' }],
  };
  const newsletterField: Field = {
    id: 'newsletter',
    key: 'newsletter',
    group: 'rest',
    type: 'checkbox',
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
