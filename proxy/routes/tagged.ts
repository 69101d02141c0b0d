import type { Answer } from '../answer.ts';

/** A body that is answered often, with the tag by which a browser knows that it has it already. */
export interface Tagged {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

export async function tag(text: string): Promise<Tagged> {
  const body = new TextEncoder().encode(text);
  const hash = await crypto.subtle.digest('SHA-256', body);
  const hex = Array.from(new Uint8Array(hash, 0, 12), (byte) => byte.toString(16).padStart(2, '0'));
  // Weak: whoever stands in between may compress it.
  return { body, etag: `W/"${hex.join('')}"` };
}

export function answerTagged(
  known: string | undefined,
  { body, etag }: Tagged,
  headers: Answer['headers'],
): Answer {
  const isKnown = known?.split(',').some((one) => one.trim() === etag) ?? false;
  return {
    status: isKnown ? 304 : 200,
    headers: { ...headers, ETag: etag },
    body: isKnown ? null : body,
  };
}
