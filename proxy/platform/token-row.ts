import { EncryptJWT, jwtDecrypt } from 'jose';
import { z } from 'zod';
import type { ProxyContext } from '../context.ts';
import { deriveKey, secretsOf } from '../secrets.ts';
import { createCodec, fromVersion0 } from '../store/codec.ts';
import { tokenFailures, type TokenState } from './token-state.ts';

/** How the token stands in the store: encrypted, so that whoever reads its file learns nothing. */
export interface TokenRow {
  seal(state: TokenState): Promise<string>;
  /**
   * Undefined when the row is torn, was sealed with another secret or for another client, or has
   * another shape: that is as good as no row.
   */
  open(sealed: string): Promise<TokenState | undefined>;
}

/** The claim keeps its first name, so that an older proxy on the same store finds the token. */
const CLAIM = 'held';

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
    // Rows of the same version were written without these, and may be again by an older proxy.
    scope: z.string().nullable().default(null),
    granted_for: z.string().default(''),
    last_failure: failure.nullable().default(null),
  }),
  [fromVersion0],
);

/**
 * `key` is the row's own: what was sealed under one key does not open under another. The secret before
 * this one opens too.
 */
export function createTokenRow(config: ProxyContext['config'], key: string): TokenRow {
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
