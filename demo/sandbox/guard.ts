import { createMiddleware } from 'hono/factory';
import type { Books } from './books.ts';
import type { Client, Scope } from './clients.ts';
import type { Disturbance } from './faults/disturbance.ts';
import type { Vendor } from './records.ts';
import { Refused } from './refusals.ts';
import type { Tokens } from './tokens.ts';

export interface Env {
  Bindings: Disturbance;
  Variables: {
    client: Client;
    /**
     * The only vendor whose things this client may see; undefined for clients that see those of
     * all.
     */
    vendor: Vendor | undefined;
  };
}

/**
 * Which scope each operation asks for is not in the spec (Authentication 8); this is the plain
 * reading of their names.
 */
export const requiredScopes = {
  readCatalogue: ['calendar_read'],
  writeDates: ['calendar_write'],
  writeInventory: ['inventory_write'],
  readOrders: ['orders_read_all', 'orders_read_owned'],
  writeOrders: ['orders_write_all', 'orders_write_owned'],
} as const satisfies Record<string, readonly Scope[]>;

/**
 * Knows the client by its token, in the header or in the query (spec, Authentication 5), else 401.
 */
export function authenticate(tokens: Tokens, books: Books) {
  return createMiddleware<Env>(async (c, next) => {
    const header = c.req.header('Authorization');
    const parameter = c.req.query('access_token');
    if (header !== undefined && parameter !== undefined) {
      throw new Refused('tokenGivenTwice', 'Authorization and access_token are both given');
    }
    const value = parameter ?? header?.match(/^Bearer (\S+)$/)?.[1];
    const client = value === undefined ? undefined : tokens.clientOf(value);
    if (!client)
      throw new Refused('tokenInvalid', 'the access token is missing, unknown or expired');
    c.set('client', client);
    c.set('vendor', client.kind === 'vendor' ? books.vendors.values().next().value : undefined);
    await next();
  });
}

/** Lets clients with one of these scopes through, else 403. */
export function allow(operation: keyof typeof requiredScopes) {
  const scopes: readonly Scope[] = requiredScopes[operation];
  return createMiddleware<Env>(async (c, next) => {
    if (!scopes.some((scope) => c.get('client').scopes.includes(scope))) {
      throw new Refused('scopeMissing', `the token lacks the scope ${scopes.join(' or ')}`);
    }
    await next();
  });
}

/** Some operations are for vendor API clients only (spec, Authentication 7), else 403. */
export function vendorOnly({ vendor }: Env['Variables']): Vendor {
  if (!vendor) throw new Refused('vendorOnly', 'this operation is for vendor API clients');
  return vendor;
}

/**
 * The only vendor whose orders a client may touch, or undefined for those of all. Without the wide
 * scope it has the owned one, which is nothing for a client that acts for no vendor.
 */
export function ordersReach(
  { client, vendor }: Env['Variables'],
  wide: 'orders_read_all' | 'orders_write_all',
): Vendor | undefined {
  if (client.scopes.includes(wide)) return undefined;
  if (!vendor) throw new Refused('scopeMissing', `the token lacks the scope ${wide}`);
  return vendor;
}

/** Refuses a vendor's client what belongs to another vendor, where its own scopes do not reach. */
export function checkOwner(own: Vendor | undefined, vendorId: string, path: string): void {
  if (own && own.id !== vendorId) {
    throw new Refused('vendorForeign', `${path}: this client acts for vendor ${own.id} alone`);
  }
}
