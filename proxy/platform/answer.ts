import { PlatformMalformed } from './errors.ts';

/** Ten thousand events with long descriptions fit; an endless answer does not. */
const MAX_BYTES = 32 * 1024 * 1024;

/** The JSON of an answer. @throws {PlatformMalformed} when it is none, or too large. */
export async function readJson(response: Response): Promise<unknown> {
  const type = response.headers.get('Content-Type') ?? '';
  if (!/^application\/([\w.-]+\+)?json\b/i.test(type)) {
    await response.body?.cancel();
    throw new PlatformMalformed('the answer is not JSON');
  }
  const text = await readText(response);
  try {
    return JSON.parse(text);
  } catch {
    throw new PlatformMalformed('the answer is not JSON');
  }
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw new PlatformMalformed('the answer is too large');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
