import { z } from 'zod';
import { parseInstant } from '../instants.ts';
import { describeIssue } from '../issue.ts';
import { Refused } from '../refusals.ts';

const instant = z
  .string()
  .refine(
    (text) => parseInstant(text) !== undefined,
    'has to be a moment such as 2026-11-21T09:00:00Z',
  );
const emptyOrInstant = z.literal('').or(instant);
const emptyOrEmail = z.literal('').or(z.email());
const country = z.literal('').or(z.string().regex(/^[A-Z]{2}$/, 'has to be two capital letters'));
const text = z.string().default('');

const participant = z.strictObject({
  price_id: z.int(),
  /** Known only to be refused with a reason of its own: this needs the scope orders_custom_prices. */
  price_value: z.unknown().optional(),
  name: text,
  email: emptyOrEmail.default(''),
  phone: text,
  comment: text,
});

const ticket = z.strictObject({
  date_id: z.string(),
  event_id: z.string().optional(),
  comment: text,
  participants: z.array(participant).default([]),
});

const productLine = z.strictObject({ product_id: z.string(), amount: z.int() });

/**
 * The body of "Create order", field by field (spec, Order). A field that is not in it is refused, so that a misspelt one
 * is noticed; the fields that the platform alone writes are not in it.
 */
const orderInput = z.strictObject({
  external_reference: text,
  vendor_id: z.string(),
  date: instant,
  payment_date: emptyOrInstant.default(''),
  expire_date: emptyOrInstant.default(''),
  status: z.enum(['ACCEPTED', 'CANCELED', 'PENDING', 'OPEN', 'RESERVED']),
  lang: z.string().regex(/^[a-z]{2}$/, 'has to be two letters (ISO 639-1)'),
  currency: z.string().regex(/^[A-Z]{3}$/, 'has to be three capital letters (ISO 4217)'),
  email: z.email(),
  name: z.string().min(2),
  company: text,
  vat_number: text,
  phone: text,
  street: text,
  streetnr: text,
  zip: text,
  city: text,
  country: country.default(''),
  internal_notes: text,
  comment: text,
  additional_information: z
    .array(z.strictObject({ id: z.string(), title: z.string(), value: z.string() }))
    .default([]),
  total_invoice: z.unknown().optional(),
  additional_discount: z.unknown().optional(),
  shipping_country: country.default(''),
  shipping_city: text,
  shipping_zip: text,
  shipping_street: text,
  shipping_streetnr: text,
  shipping_name: text,
  sale_params: text,
  external_order_url: text,
  affiliate_id: text,
  email_newsletter_opt_in: z.enum(['', '1']).default(''),
  tickets: z.array(ticket).default([]),
  products: z.array(productLine).default([]),
});

export type OrderInput = z.output<typeof orderInput>;

export async function readOrderInput(request: Request): Promise<OrderInput> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!/^application\/json\b/i.test(type)) {
    throw new Refused('bodyInvalid', 'Content-Type has to be application/json');
  }
  const body: unknown = await request.json().catch(() => {
    throw new Refused('bodyInvalid', 'the body is not JSON');
  });
  const result = orderInput.safeParse(body);
  if (result.success) return result.data;
  throw new Refused('attributeInvalid', describeIssue(result.error));
}
