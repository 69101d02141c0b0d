import { EncryptJWT, jwtDecrypt } from 'jose';
import { z } from 'zod';
import { deriveKey, secretsOf } from '../secrets.ts';
import { createCodec } from '../store/codec.ts';
import { tokenFailures } from '../token-failure.ts';
import type { PlatformContext } from './context.ts';
import type { TokenState } from './token-state.ts';

/** Encrypts and decrypts the stored token. */
export interface TokenRow {
  seal(state: TokenState): Promise<string>;
  /**
   * Undefined when the row is damaged, was sealed with another secret or for another client, or has
   * another shape. It then counts as missing.
   */
  open(sealed: string): Promise<TokenState | undefined>;
}

/** The store key of a client's token. */
export function tokenKeyOf({ client }: PlatformContext['site']): string {
  return `token/${client.id}`;
}

const CLAIM = 'state';

const time = z.number().min(0);
const failure = z.object({
  reason: z.enum(tokenFailures),
  status: z.int().optional(),
  field: z.string().optional(),
});
const codec = createCodec<TokenState>(
  z.object({
    token: z.string(),
    expires_at: time,
    given_up: z.boolean(),
    lease_until: time,
    failures: z.int().min(0),
    retry_at: time,
    early_refresh_at: time,
    scope: z.string().nullable(),
    granted_for: z.string(),
    last_failure: failure.nullable(),
  }),
);

/**
 * `key` is the row's store key, and part of the seal, so a row cannot be moved to another key. Rows
 * sealed with `PROXY_SECRET_BEFORE` can be opened too.
 */
export function createTokenRow(config: PlatformContext['config'], key: string): TokenRow {
  const derive = (secret: string) => deriveKey(secret, 'store');
  const sealingKey = derive(config.PROXY_SECRET);
  const openingKeys = Promise.all(secretsOf(config).map(derive));

  return {
    async seal(state) {
      return new EncryptJWT({ [CLAIM]: codec.encode(state) })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setSubject(key)
        .encrypt(await sealingKey);
    },

    async open(sealed) {
      for (const openingKey of await openingKeys) {
        const decrypted = await jwtDecrypt(sealed, openingKey, { subject: key }).catch(
          () => undefined,
        );
        if (decrypted) return codec.decode(decrypted.payload[CLAIM]);
      }
      return undefined;
    },
  };
}
