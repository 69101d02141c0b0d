const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function toBase64url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Undefined when it is no base64url, or when other text means the same bytes. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return undefined;
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return toBase64url(bytes) === text ? bytes : undefined;
}

/** The first `length` letters: capitals and 2 to 7 alone, so that it needs no escaping anywhere. */
export function toBase32(bytes: Uint8Array, length: number): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return Array.from({ length }, (_, at) => {
    const letter = Number.parseInt(bits.slice(at * 5, at * 5 + 5), 2);
    return BASE32.charAt(letter);
  }).join('');
}
