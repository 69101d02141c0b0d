/** Signs with the proxy's secret. What is signed for one purpose is worth nothing for another. */
export interface Mac {
  sign(purpose: string, text: string): Promise<Uint8Array>;
  /** Takes the same time whatever is wrong. */
  verify(purpose: string, text: string, signature: Uint8Array<ArrayBuffer>): Promise<boolean>;
}

const algorithm = { name: 'HMAC', hash: 'SHA-256' } as const;

export function createMac(secret: string): Mac {
  const key = crypto.subtle.importKey('raw', toBytes(secret), algorithm, false, ['sign', 'verify']);
  const labelled = (purpose: string, text: string) => toBytes(`${purpose}\n${text}`);

  return {
    async sign(purpose, text) {
      return new Uint8Array(await crypto.subtle.sign('HMAC', await key, labelled(purpose, text)));
    },
    async verify(purpose, text, signature) {
      return crypto.subtle.verify('HMAC', await key, signature, labelled(purpose, text));
    },
  };
}

export async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', toBytes(text)));
}

export function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
