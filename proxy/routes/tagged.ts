/** A body that is answered often, with the tag by which a browser knows that it has it already. */
export interface Tagged {
  readonly body: string;
  readonly etag: string;
}

export async function tag(body: string): Promise<Tagged> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body));
  const hex = Array.from(new Uint8Array(hash, 0, 12), (byte) => byte.toString(16).padStart(2, '0'));
  // Weak: whoever stands in between may compress it.
  return { body, etag: `W/"${hex.join('')}"` };
}

export function answerTagged(
  request: Request,
  { body, etag }: Tagged,
  headers: Readonly<Record<string, string>>,
): Response {
  const known = request.headers.get('If-None-Match')?.split(',') ?? [];
  return known.some((one) => one.trim() === etag)
    ? new Response(null, { status: 304, headers: { ...headers, ETag: etag } })
    : new Response(body, { headers: { ...headers, ETag: etag } });
}
