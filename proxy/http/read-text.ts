/** The body as text; undefined if it exceeds `maxBytes`, in which case the rest is not read. */
export async function readLimitedText(
  { headers, body }: Request | Response,
  maxBytes: number,
): Promise<string | undefined> {
  if (Number(headers.get('Content-Length')) > maxBytes) return undefined;
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  // Counted after decompression, whatever `Content-Length` says.
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/**
 * The body's media type in lower case, without parameters such as a charset; empty if none is
 * given.
 */
export function mediaTypeOf({ headers }: Request | Response): string {
  const [mediaType = ''] = (headers.get('Content-Type') ?? '').split(';');
  return mediaType.trim().toLowerCase();
}
