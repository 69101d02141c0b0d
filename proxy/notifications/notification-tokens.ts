import { jwtVerify, SignJWT } from 'jose';
import type { ProxyContext } from '../context.ts';
import { deriveKey, isSameSecret, secretsOf } from '../secrets.ts';

/** The credentials with which the platform requests a token (spec, Events 2). */
export interface Credentials {
  readonly client_id: string;
  readonly client_secret: string;
}

/** Tokens for the sender of notifications: JWTs, which every process can verify without a store. */
export interface NotificationTokens {
  /** Undefined when the credentials are wrong. */
  issue(given: Credentials): Promise<string | undefined>;
  /** Whether it is a token of this proxy that has not expired. */
  verify(token: string): Promise<boolean>;
}

/** Seconds that a token lives. */
export const TOKEN_LIFETIME = 3_600;

const algorithm = 'HS256';

/** The key depends on both secrets, so changing either one invalidates the tokens. */
export function createNotificationTokens(
  expected: Credentials,
  { config, clock }: Pick<ProxyContext, 'config' | 'clock'>,
): NotificationTokens {
  const purpose = `notifications/${expected.client_id}/${expected.client_secret}`;
  const signingKey = importKey(purpose, config.PROXY_SECRET);
  const keys = Promise.all(secretsOf(config).map((secret) => importKey(purpose, secret)));

  return {
    async issue({ client_id, client_secret }) {
      // Both are always compared, so the timing does not tell which one is wrong.
      const areRight = await Promise.all([
        isSameSecret(client_id, expected.client_id),
        isSameSecret(client_secret, expected.client_secret),
      ]);
      if (areRight.includes(false)) return undefined;
      const issuedAt = Math.floor(clock() / 1000);
      return new SignJWT()
        .setProtectedHeader({ alg: algorithm })
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + TOKEN_LIFETIME)
        .sign(await signingKey);
    },

    async verify(token) {
      const rules = { algorithms: [algorithm], requiredClaims: ['exp'] };
      const currentDate = new Date(clock());
      const verifications = (await keys).map((key) =>
        jwtVerify(token, key, { ...rules, currentDate }),
      );
      return Promise.any(verifications).then(
        () => true,
        () => false,
      );
    },
  };
}

/** Imported once, because that takes longer than a verification. */
async function importKey(purpose: string, secret: string) {
  const bytes = new Uint8Array(await deriveKey(secret, purpose));
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', bytes, hmac, false, ['sign', 'verify']);
}
