import { readLimitedText } from '../http/body.ts';
import { PlatformMalformed } from './errors.ts';

/** Five thousand events with long descriptions fit; an endless answer does not. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Objects and lists: an empty one takes thirty times its bytes once it is parsed. */
const MAX_VALUES = 1_000_000;

/** The JSON of an answer. @throws {PlatformMalformed} when it is none, or too large. */
export async function readJson(response: Response): Promise<unknown> {
  const isJson = /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(
    response.headers.get('Content-Type') ?? '',
  );
  const text = isJson ? await readLimitedText(response, MAX_BYTES) : undefined;
  if (text === undefined) {
    // Whoever is still sending is told to stop.
    await response.body?.cancel();
    throw new PlatformMalformed(isJson ? 'the answer is too large' : 'the answer is not JSON');
  }
  let values = 0;
  for (const character of text) if (character === '{' || character === '[') values += 1;
  if (values > MAX_VALUES) throw new PlatformMalformed('the answer is too large');
  try {
    return JSON.parse(text);
  } catch {
    throw new PlatformMalformed('the answer is not JSON');
  }
}
