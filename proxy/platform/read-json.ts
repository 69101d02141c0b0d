import { readLimitedText } from '../http/body.ts';
import { PlatformMalformed } from './errors.ts';

/** Five thousand events with long descriptions fit; an endless body does not. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Of objects and arrays: an empty one takes thirty times its bytes once it is parsed. */
const MAX_CONTAINERS = 1_000_000;

/** The JSON of a response. @throws {PlatformMalformed} when it is none, or too large */
export async function readJson(response: Response): Promise<unknown> {
  if (!isJson(response.headers.get('Content-Type') ?? '')) {
    await cancel(response);
    throw new PlatformMalformed('the response is not JSON');
  }
  const text = await readLimitedText(response, MAX_BYTES);
  if (text === undefined) {
    await cancel(response);
    throw new PlatformMalformed('the response is too large');
  }
  if (countContainers(text) > MAX_CONTAINERS) {
    throw new PlatformMalformed('the response is too large');
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new PlatformMalformed('the response is not JSON');
  }
}

/** `application/json`, or a type with the suffix `+json` (RFC 6839). */
function isJson(contentType: string): boolean {
  const [mediaType = ''] = contentType.toLowerCase().split(';');
  const [type, subtype = ''] = mediaType.trim().split('/');
  return type === 'application' && (subtype === 'json' || subtype.endsWith('+json'));
}

/** Tells the platform to stop sending. */
async function cancel({ body }: Response): Promise<void> {
  await body?.cancel();
}

function countContainers(text: string): number {
  let count = 0;
  for (const character of text) if (character === '{' || character === '[') count += 1;
  return count;
}
