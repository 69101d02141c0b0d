import { EncryptJWT, jwtDecrypt } from 'jose';
import { z } from 'zod';
import { deriveKey } from '../secrets.ts';
import { createCodec, fromVersion0 } from '../store/codec.ts';
import type { TokenState } from './token-state.ts';

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
const codec = createCodec<TokenState>(
  z.object({
    token: z.string(),
    expires_at: time,
    given_up: z.boolean(),
    lease_until: time,
    failures: z.int().min(0),
    retry_at: time,
    early_refresh_at: time,
  }),
  [fromVersion0],
);

/** `key` is the row's own: what was sealed under one key does not open under another. */
export function createTokenRow(secret: string, key: string): TokenRow {
  const encryptionKey = deriveKey(secret, 'store');

  return {
    async seal(state) {
      return new EncryptJWT({ [CLAIM]: codec.encode(state) })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setSubject(key)
        .encrypt(await encryptionKey);
    },

    async open(sealed) {
      try {
        const { payload } = await jwtDecrypt(sealed, await encryptionKey, { subject: key });
        return codec.decode(payload[CLAIM]);
      } catch {
        return undefined;
      }
    },
  };
}
