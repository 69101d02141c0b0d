/** The text of a message. Undefined when it is larger, which is known before all of it is read. */
export async function readText(
  { headers, body }: Request | Response,
  maxBytes: number,
): Promise<string | undefined> {
  if (Number(headers.get('Content-Length')) > maxBytes) return undefined;
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  // What arrives counts, unpacked, whatever length was announced.
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
