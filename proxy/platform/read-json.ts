import { mediaTypeOf, readLimitedText } from '../http/read-text.ts';
import { PlatformMalformed } from './errors.ts';
import { parseJson } from './parse-json.ts';
import type { Slices } from './slices.ts';

/** Five thousand events with long descriptions fit; an endless body does not. */
const MAX_BYTES = 32 * 1024 * 1024;

/** The JSON of a response. @throws {PlatformMalformed} when it is not JSON, or too large */
export async function readJson(response: Response, slices: Slices): Promise<unknown> {
  if (!isJson(mediaTypeOf(response))) {
    await cancel(response);
    throw new PlatformMalformed('the response is not JSON');
  }
  const text = await readLimitedText(response, MAX_BYTES);
  if (text === undefined) {
    await cancel(response);
    throw new PlatformMalformed('the response is too large');
  }
  return parseJson(text, slices);
}

/** `application/json`, or a type with the suffix `+json` (RFC 6839). */
function isJson(mediaType: string): boolean {
  const [type, subtype = ''] = mediaType.split('/');
  return type === 'application' && (subtype === 'json' || subtype.endsWith('+json'));
}

/** Tells the platform to stop sending. */
async function cancel({ body }: Response): Promise<void> {
  await body?.cancel();
}
