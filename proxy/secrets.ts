/** A key for each purpose: what is signed or encrypted for one is worthless for any other. */
export async function deriveKey(secret: string, purpose: string): Promise<Uint8Array> {
  return sha256(`${purpose}\n${secret}`);
}

/** The proxy's secret, and the one before it while that is still honoured. */
interface Secrets {
  readonly PROXY_SECRET: string;
  readonly PROXY_SECRET_BEFORE?: string | undefined;
}

/** The first one signs and seals; each of them verifies and opens. */
export function secretsOf({ PROXY_SECRET, PROXY_SECRET_BEFORE }: Secrets): readonly string[] {
  return PROXY_SECRET_BEFORE === undefined ? [PROXY_SECRET] : [PROXY_SECRET, PROXY_SECRET_BEFORE];
}

/** SHA-256 in hexadecimal. */
export async function hash(text: string): Promise<string> {
  const bytes = await sha256(text);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** SHA-256 in base64url, 43 characters. */
export async function hashForUrl(text: string): Promise<string> {
  const base64 = btoa(String.fromCharCode(...(await sha256(text))));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Compares in constant time: the hashes of both, to the last byte, wherever they first differ. */
export async function isSameSecret(given: string, secret: string): Promise<boolean> {
  const [givenHash, secretHash] = await Promise.all([sha256(given), sha256(secret)]);
  const differences = givenHash.map((byte, index) => byte ^ (secretHash[index] ?? 0));
  return differences.reduce((all, bits) => all | bits, 0) === 0;
}

async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}
