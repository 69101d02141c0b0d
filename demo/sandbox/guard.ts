import { createMiddleware } from 'hono/factory';
import type { Client, Scope } from './clients.ts';
import { Refused } from './refusals.ts';
import type { Tokens } from './tokens.ts';

export interface Env {
  Variables: { client: Client };
}

/** Which scope each operation asks for is not in the spec (Authentication 8); this is the plain reading of their names. */
export const requiredScopes = {
  readCatalogue: 'calendar_read',
  readOrders: 'orders_read_all',
  writeOrders: 'orders_write_all',
} as const satisfies Record<string, Scope>;

/** Knows the client by its token, in the header or in the query (spec, Authentication 5), else 401. */
export function authenticate(tokens: Tokens) {
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
    await next();
  });
}

/** Lets clients with this scope through, else 403. */
export function allow(operation: keyof typeof requiredScopes) {
  const scope: Scope = requiredScopes[operation];
  return createMiddleware<Env>(async (c, next) => {
    if (!c.get('client').scopes.includes(scope)) {
      throw new Refused('scopeMissing', `the token lacks the scope ${scope}`);
    }
    await next();
  });
}
