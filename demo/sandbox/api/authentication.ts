import { createMiddleware } from 'hono/factory';
import type { Client, Scope } from '../clients.ts';
import type { RequestFaults } from '../faults/http-faults.ts';
import type { Vendor } from '../vendors/vendor.ts';
import type { World } from '../world/world.ts';
import { ApiError } from './errors.ts';
import type { Tokens } from './issued-tokens.ts';

/** What routes under `/v3` know about a request: its faults, and who sent it. */
export interface ApiEnv {
  Bindings: RequestFaults;
  Variables: {
    client: Client;
    /** The vendor that a vendor API client acts for; undefined for all other clients. */
    clientVendor: Vendor | undefined;
  };
}

/**
 * The spec does not say which scope each operation requires (Authentication 8); these follow from
 * the names of the scopes.
 */
const requiredScopes = {
  readCatalog: ['calendar_read'],
  writeDates: ['calendar_write'],
  writeInventory: ['inventory_write'],
  readOrders: ['orders_read_all', 'orders_read_owned'],
  writeOrders: ['orders_write_all', 'orders_write_owned'],
} as const satisfies Record<string, readonly Scope[]>;

/** Finds the client by its token, in the header or in the query (spec, Authentication 5). */
export function authenticate(tokens: Tokens, world: World) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const header = c.req.header('Authorization');
    const parameter = c.req.query('access_token');
    if (header !== undefined && parameter !== undefined) {
      throw new ApiError('tokenGivenTwice', 'Authorization and access_token are both given');
    }
    const token = parameter ?? header?.match(/^Bearer (\S+)$/)?.[1];
    const client = token === undefined ? undefined : tokens.clientOf(token);
    if (!client) {
      throw new ApiError('tokenInvalid', 'the access token is missing, unknown or expired');
    }
    const [firstVendor] = world.vendors.values();
    c.set('client', client);
    c.set('clientVendor', client.kind === 'vendor' ? firstVendor : undefined);
    await next();
  });
}

/** Lets clients with one of the operation's scopes through; others get 403. */
export function requireScope(operation: keyof typeof requiredScopes) {
  const scopes: readonly Scope[] = requiredScopes[operation];
  return createMiddleware<ApiEnv>(async (c, next) => {
    if (!scopes.some((scope) => c.get('client').scopes.includes(scope))) {
      throw new ApiError('scopeMissing', `the token lacks the scope ${scopes.join(' or ')}`);
    }
    await next();
  });
}

/** Some operations are for vendor API clients only (spec, Authentication 7). */
export function requireVendorClient({ clientVendor }: ApiEnv['Variables']): Vendor {
  if (clientVendor) return clientVendor;
  throw new ApiError('vendorOnly', 'this operation is for vendor API clients');
}

/**
 * The only vendor whose orders a client may read or write; undefined if it may read or write all.
 * Without the scope for all, a client has its own vendor's orders, and is refused if it has no
 * vendor.
 */
export function orderVendorLimit(
  { client, clientVendor }: ApiEnv['Variables'],
  scopeForAll: 'orders_read_all' | 'orders_write_all',
): Vendor | undefined {
  if (client.scopes.includes(scopeForAll)) return undefined;
  if (clientVendor) return clientVendor;
  throw new ApiError('scopeMissing', `the token lacks the scope ${scopeForAll}`);
}

/** Refuses any vendor but the only one that the client may act for. */
export function checkVendorLimit(limit: Vendor | undefined, vendorId: string, path: string): void {
  if (!limit || limit.id === vendorId) return;
  throw new ApiError('vendorForeign', `${path}: this client acts for vendor ${limit.id} alone`);
}
