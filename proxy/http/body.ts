import { toField } from './parse.ts';
import { invalidField, ProblemError } from './problems.ts';
import { mediaTypeOf, readLimitedText } from './read-text.ts';

/** The limit for the JSON body of a write. */
export const MAX_BODY_BYTES = 64 * 1024;
const MAX_DEPTH = 16;
/** Keys that change an object's prototype where a body is merged into it. */
const prototypeKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
/** NUL, which not every database stores, and lone surrogates, which UTF-8 cannot encode. */
const UNSTORABLE = /\0|\p{Cs}/u;

/**
 * The JSON body of a write. Requiring `application/json` forces a CORS preflight for requests from
 * pages of other origins.
 */
export async function readJsonBody(request: Request): Promise<unknown> {
  if (mediaTypeOf(request) !== 'application/json') throw new ProblemError('unsupported-media-type');
  const text = await readRequestText(request, MAX_BODY_BYTES);
  if (text === undefined) throw new ProblemError('body-too-large');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw invalidField('body', 'the body is not JSON');
  }
  checkValue(body, []);
  return body;
}

/**
 * The same as `readLimitedText` for a client's request. If reading fails, the client has left or
 * was too slow, which is no failure of the proxy.
 * @throws {ProblemError} `invalid-request`
 */
export async function readRequestText(
  request: Request,
  maxBytes: number,
): Promise<string | undefined> {
  try {
    return await readLimitedText(request, maxBytes);
  } catch {
    throw invalidField('body', 'the body ends too early');
  }
}

function checkValue(value: unknown, path: PropertyKey[]): void {
  if (typeof value === 'string' && UNSTORABLE.test(value)) {
    throw invalidField(toField(path), 'there is a character in it that is no text');
  }
  if (typeof value !== 'object' || value === null) return;
  if (path.length >= MAX_DEPTH) throw invalidField(toField(path), 'the body is nested too deep');
  for (const [key, item] of Object.entries(value)) {
    const itemPath = [...path, Array.isArray(value) ? Number(key) : key];
    if (prototypeKeys.has(key)) throw invalidField(toField(itemPath), 'unknown field');
    checkValue(item, itemPath);
  }
}
