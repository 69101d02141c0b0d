import type { Client } from './clients.ts';
import { sandboxClients } from './clients.ts';
import type { Clock } from './clock.ts';
import { opaqueId } from './random.ts';
import { Refused } from './refusals.ts';

/** Spec, Authentication 3. */
const LIFETIME_SECONDS = 3600;

interface Token {
  readonly value: string;
  readonly client: Client;
  readonly expires_at: number;
}

export interface Tokens {
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

export function createTokens(clock: Clock): Tokens {
  const active = new Map<string, Token>();
  const isAlive = (token: Token) => clock() < token.expires_at;

  return {
    issue(form) {
      const client = readClient(form);
      const token = tokenFor(client, active.get(client.id), clock());
      active.set(client.id, token);
      return {
        access_token: token.value,
        token_type: 'Bearer',
        expires_in: Math.ceil((token.expires_at - clock()) / 1000),
        scope: client.scopes.join(' '),
      };
    },
    clientOf(value) {
      return [...active.values()].find((token) => token.value === value && isAlive(token))?.client;
    },
  };
}

/**
 * "Only one active token per client per hour is available" (spec, Authentication 4) leaves open what a second request is
 * given. Here it is the living token again, with the seconds that are left of it.
 */
function tokenFor(client: Client, last: Token | undefined, now: number): Token {
  if (last && now < last.expires_at) return last;
  const value = opaqueId(`${client.id}/${now}`) + opaqueId(`${client.secret}/${now}`);
  return { value, client, expires_at: now + LIFETIME_SECONDS * 1000 };
}

function readClient(form: URLSearchParams): Client {
  for (const field of ['grant_type', 'client_id', 'client_secret']) {
    if (form.getAll(field).length !== 1) {
      throw new Refused('tokenRequestInvalid', `${field} has to be given once`);
    }
  }
  if (form.get('grant_type') !== 'client_credentials') {
    throw new Refused('tokenRequestInvalid', 'grant_type has to be client_credentials');
  }
  const client = Object.values<Client>(sandboxClients).find(
    ({ id, secret }) => id === form.get('client_id') && secret === form.get('client_secret'),
  );
  if (!client) throw new Refused('credentialsInvalid', 'client_id or client_secret is wrong');
  return client;
}
