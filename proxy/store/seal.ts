import { compactDecrypt, CompactEncrypt } from 'jose';
import { deriveKey } from '../secrets.ts';

/** Closes what the store keeps, so that whoever reads its file learns nothing. */
export function createSeal(secret: string) {
  const key = deriveKey(secret, 'store');

  return {
    async close(name: string, text: string): Promise<string> {
      return new CompactEncrypt(new TextEncoder().encode(text))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: name })
        .encrypt(await key);
    },
    /** Undefined for what was closed with another secret or under another name, and for what is torn. */
    async open(name: string, sealed: string): Promise<string | undefined> {
      try {
        const { plaintext, protectedHeader } = await compactDecrypt(sealed, await key);
        return protectedHeader.kid === name ? new TextDecoder().decode(plaintext) : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
