import type { ApiErrorName } from '../../../demo/sandbox/api/errors.ts';
import type { OpenSandbox } from '../support.ts';
import { orderFor } from '../support.ts';

// Orders that are invalid in one way, each made from a valid one.

export type Body = Record<string, unknown>;

export interface Case {
  readonly title: string;
  readonly error: ApiErrorName;
  /** The beginning of the message. */
  readonly field: string;
  readonly body: (sandbox: OpenSandbox) => Promise<Body>;
  /** By default the reseller. */
  readonly client?: 'vendor';
}

export const KAYAK = 'Kayak on the Spree';

export const field = (name: string, value: unknown): Case => ({
  title: `${name} is ${JSON.stringify(value) ?? 'missing'}`,
  error: 'attributeInvalid',
  field: name,
  body: (sandbox) => orderFor(sandbox, KAYAK, { [name]: value }),
});

/** A valid order with a changed ticket. */
export const ticket = (
  title: string,
  error: ApiErrorName,
  path: string,
  change: (ticket: Ticket, sandbox: OpenSandbox) => Promise<object> | object,
  event = KAYAK,
): Case => ({
  title,
  error,
  field: path,
  body: async (sandbox) => {
    const body = await orderFor(sandbox, event);
    const [first] = body['tickets'] as [Ticket];
    return { ...body, tickets: [{ ...first, ...(await change(first, sandbox)) }] };
  },
});

export interface Ticket {
  readonly date_id: string;
  readonly event_id: string;
  readonly participants: readonly { readonly price_id: number }[];
}

export const product = (
  title: string,
  error: ApiErrorName,
  path: string,
  name: string,
  amount = 1,
  changes: Body = {},
): Case => ({
  title,
  error,
  field: path,
  body: async (sandbox) =>
    orderFor(sandbox, KAYAK, {
      products: [{ product_id: (await sandbox.product(name)).id, amount }],
      ...changes,
    }),
});

/** What a vendor's client sends, which may set prices and sell vouchers. */
export const byVendor = (
  title: string,
  error: ApiErrorName,
  path: string,
  changes: Body | ((sandbox: OpenSandbox) => Promise<Body>),
): Case => ({
  title,
  error,
  field: path,
  client: 'vendor',
  body: async (s) => orderFor(s, KAYAK, typeof changes === 'function' ? await changes(s) : changes),
});

export const toParis = {
  shipping_name: 'Ada Moreau',
  shipping_street: 'Quai',
  shipping_zip: '75001',
  shipping_city: 'Paris',
  shipping_country: 'FR',
};
