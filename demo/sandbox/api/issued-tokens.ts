import { Hono } from 'hono';
import type { Client } from '../clients.ts';
import type { Clock } from '../world/clock.ts';
import { opaqueId } from '../world/random.ts';
import { ApiError } from './errors.ts';

/** Spec, Authentication 3. */
const LIFETIME_SECONDS = 3600;

/**
 * "Only one active token per client per hour is available" (spec, Authentication 4) can be read in
 * three ways. While a token is active, another request gets the same token with its remaining
 * seconds (`same`), a new token that ends the first (`replace`), or the publicly documented 429
 * (`refuse`).
 */
export const tokenRules = ['same', 'replace', 'refuse'] as const;

export type TokenRule = (typeof tokenRules)[number];

interface Token {
  readonly value: string;
  readonly client: Client;
  readonly expires_at: number;
}

export interface Tokens {
  /** Can be changed at any time; active tokens stay active. */
  rule: TokenRule;
  /** Handles a token request (spec, Authentication 2). */
  issue(form: URLSearchParams): TokenResponse;
  /** The client that this token was given to, while it is active. */
  clientOf(token: string): Client | undefined;
}

export interface TokenResponse {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly scope: string;
}

export function createTokens(clients: readonly Client[], rule: TokenRule, clock: Clock): Tokens {
  const lastTokens = new Map<string, Token>();
  let issued = 0;
  const secondsLeft = (token: Token) => Math.ceil((token.expires_at - clock()) / 1000);
  const isActive = (token: Token) => clock() < token.expires_at;

  function tokenFor(client: Client): Token {
    const last = lastTokens.get(client.id);
    if (last && isActive(last)) {
      if (tokens.rule === 'same') return last;
      if (tokens.rule === 'refuse') {
        throw new ApiError('tokenActive', 'please reuse the token that is still active', {
          'Retry-After': String(secondsLeft(last)),
        });
      }
    }
    issued += 1;
    const name = `${client.id}/${client.secret}/${clock()}/${issued}`;
    const value = opaqueId(name) + opaqueId(`${name}/token`);
    const token = { value, client, expires_at: clock() + LIFETIME_SECONDS * 1000 };
    lastTokens.set(client.id, token);
    return token;
  }

  const tokens: Tokens = {
    rule,
    issue(form) {
      const client = parseCredentials(clients, form);
      const token = tokenFor(client);
      return {
        access_token: token.value,
        token_type: 'Bearer',
        expires_in: secondsLeft(token),
        scope: client.scopes.join(' '),
      };
    },
    clientOf(value) {
      return [...lastTokens.values()].find((token) => token.value === value && isActive(token))
        ?.client;
    },
  };
  return tokens;
}

function parseCredentials(clients: readonly Client[], form: URLSearchParams): Client {
  for (const field of ['grant_type', 'client_id', 'client_secret']) {
    if (form.getAll(field).length !== 1) {
      throw new ApiError('tokenRequestInvalid', `${field} has to be given once`);
    }
  }
  if (form.get('grant_type') !== 'client_credentials') {
    throw new ApiError('tokenRequestInvalid', 'grant_type has to be client_credentials');
  }
  const client = clients.find(
    ({ id, secret }) => id === form.get('client_id') && secret === form.get('client_secret'),
  );
  if (!client) throw new ApiError('credentialsInvalid', 'client_id or client_secret is wrong');
  return client;
}

/** `POST /oauth/token` (spec, Authentication 2): form fields in the body, nothing in the query. */
export function tokenRoutes(tokens: Tokens): Hono {
  return new Hono().post('/', async (c) => {
    const type = c.req.header('Content-Type') ?? '';
    if (!/^application\/x-www-form-urlencoded\b/i.test(type)) {
      throw new ApiError(
        'tokenRequestInvalid',
        'Content-Type has to be application/x-www-form-urlencoded',
      );
    }
    const response = tokens.issue(new URLSearchParams(await c.req.text()));
    return c.json(response, 200, { 'Cache-Control': 'no-store' });
  });
}
