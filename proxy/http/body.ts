import { invalid, ProblemError } from './problems.ts';
import { readText } from './read-text.ts';
import { toField } from './parse.ts';

const MAX_BYTES = 64 * 1024;
const MAX_DEPTH = 16;
const poisonous = new Set(['__proto__', 'constructor', 'prototype']);
/**
 * Half of a character, or the one that ends texts elsewhere: no UTF-8, and not in every database.
 */
const unprintable = /\0|\p{Cs}/u;

/**
 * The JSON of a write. Asking for its type makes every browser ask first before it sends one from
 * another origin.
 */
export async function readBody(request: Request): Promise<unknown> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new ProblemError('unsupported-media-type');
  const text = await readText(request, MAX_BYTES);
  if (text === undefined) throw new ProblemError('body-too-large');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw invalid('body', 'the body is not JSON');
  }
  refusePoison(body, []);
  return body;
}

function refusePoison(value: unknown, path: PropertyKey[]): void {
  if (typeof value === 'string' && unprintable.test(value)) {
    throw invalid(toField(path), 'there is a character in it that is no text');
  }
  if (typeof value !== 'object' || value === null) return;
  if (path.length >= MAX_DEPTH) throw invalid(toField(path), 'the body is nested too deep');
  for (const [key, item] of Object.entries(value)) {
    const place = [...path, Array.isArray(value) ? Number(key) : key];
    if (poisonous.has(key)) throw invalid(toField(place), 'unknown field');
    refusePoison(item, place);
  }
}
