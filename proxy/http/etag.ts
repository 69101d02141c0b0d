/**
 * A hash of the body. The prefix tells apart responses that differ only in their headers. Weak,
 * because all encodings of the body share it.
 */
export async function etagOf(body: Uint8Array<ArrayBuffer>, prefix = ''): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', body), 0, 12);
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `W/"${prefix}${hex}"`;
}

/**
 * Whether an `If-None-Match` header names this tag, so that a 304 will do. Tags are compared weakly,
 * and `*` stands for any (RFC 9110, 13.1.2).
 */
export function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = opaqueTag(etag);
  return ifNoneMatch.split(',').some((item) => opaqueTag(item.trim()) === opaque);
}

function opaqueTag(tag: string): string {
  return tag.replace(/^W\//, '');
}
