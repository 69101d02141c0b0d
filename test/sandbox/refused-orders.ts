import type { RefusalName } from '../../demo/sandbox/refusals.ts';
import type { OpenSandbox } from './support.ts';
import { orderFor } from './support.ts';

// Orders that are wrong in one way, each made of one that is in order.

export type Body = Record<string, unknown>;

export interface Case {
  readonly title: string;
  readonly refusal: RefusalName;
  /** What the message has to begin with. */
  readonly field: string;
  readonly body: (sandbox: OpenSandbox) => Promise<Body>;
  /** The reseller, unless this says otherwise. */
  readonly client?: 'vendor';
}

export const KAYAK = 'Kayak on the Spree';

export const field = (name: string, value: unknown): Case => ({
  title: `${name} is ${JSON.stringify(value) ?? 'missing'}`,
  refusal: 'attributeInvalid',
  field: name,
  body: (sandbox) => orderFor(sandbox, KAYAK, { [name]: value }),
});

/** The ticket of an order in order, changed. */
export const ticket = (
  title: string,
  refusal: RefusalName,
  path: string,
  change: (ticket: Ticket, sandbox: OpenSandbox) => Promise<object> | object,
  event = KAYAK,
): Case => ({
  title,
  refusal,
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
  refusal: RefusalName,
  path: string,
  name: string,
  amount = 1,
  changes: Body = {},
): Case => ({
  title,
  refusal,
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
  refusal: RefusalName,
  path: string,
  changes: Body | ((sandbox: OpenSandbox) => Promise<Body>),
): Case => ({
  title,
  refusal,
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
