import type { Client } from './clients.ts';
import type { Clock } from './clock.ts';
import { opaqueId } from './random.ts';
import { Refused } from './refusals.ts';

/** Spec, Authentication 3. */
const LIFETIME_SECONDS = 3600;

/**
 * "Only one active token per client per hour is available" (spec, Authentication 4) can be read in
 * three ways. While a token lives, the next request is answered with `same`: that token, and the
 * seconds left of it; `replace`: a new one, which ends the old; `refuse`: 429, as is publicly
 * documented.
 */
export const tokenRules = ['same', 'replace', 'refuse'] as const;

export type TokenRule = (typeof tokenRules)[number];

interface Token {
  readonly value: string;
  readonly client: Client;
  readonly expires_at: number;
}

export interface Tokens {
  /** Can be changed at any time; tokens that live stay alive. */
  rule: TokenRule;
  /** Answers a token request (spec, Authentication 2). */
  issue(form: URLSearchParams): TokenAnswer;
  /** The client that this token was given to, while it lives. */
  clientOf(value: string): Client | undefined;
}

export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly scope: string;
}

export function createTokens(clients: readonly Client[], rule: TokenRule, clock: Clock): Tokens {
  const active = new Map<string, Token>();
  let issued = 0;
  const secondsLeft = (token: Token) => Math.ceil((token.expires_at - clock()) / 1000);
  const isAlive = (token: Token) => clock() < token.expires_at;

  function tokenFor(client: Client): Token {
    const last = active.get(client.id);
    if (last && isAlive(last)) {
      if (tokens.rule === 'same') return last;
      if (tokens.rule === 'refuse') {
        throw new Refused('tokenActive', 'please reuse the token that is still active', {
          'Retry-After': String(secondsLeft(last)),
        });
      }
    }
    const name = `${client.id}/${client.secret}/${clock()}/${(issued += 1)}`;
    const value = opaqueId(name) + opaqueId(`${name}/token`);
    const token = { value, client, expires_at: clock() + LIFETIME_SECONDS * 1000 };
    active.set(client.id, token);
    return token;
  }

  const tokens: Tokens = {
    rule,
    issue(form) {
      const client = readClient(clients, form);
      const token = tokenFor(client);
      return {
        access_token: token.value,
        token_type: 'Bearer',
        expires_in: secondsLeft(token),
        scope: client.scopes.join(' '),
      };
    },
    clientOf(value) {
      return [...active.values()].find((token) => token.value === value && isAlive(token))?.client;
    },
  };
  return tokens;
}

function readClient(clients: readonly Client[], form: URLSearchParams): Client {
  for (const field of ['grant_type', 'client_id', 'client_secret']) {
    if (form.getAll(field).length !== 1) {
      throw new Refused('tokenRequestInvalid', `${field} has to be given once`);
    }
  }
  if (form.get('grant_type') !== 'client_credentials') {
    throw new Refused('tokenRequestInvalid', 'grant_type has to be client_credentials');
  }
  const client = clients.find(
    ({ id, secret }) => id === form.get('client_id') && secret === form.get('client_secret'),
  );
  if (!client) throw new Refused('credentialsInvalid', 'client_id or client_secret is wrong');
  return client;
}
