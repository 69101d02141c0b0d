import { invalid, ProblemError } from '../problems.ts';
import { toField } from './parse.ts';

const MAX_BYTES = 64 * 1024;
const MAX_DEPTH = 16;
const poisonous = new Set(['__proto__', 'constructor', 'prototype']);

/** The JSON of a write. Asking for its type makes every browser ask first before it sends one from another origin. */
export async function readBody(request: Request): Promise<unknown> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new ProblemError('unsupported-media-type');
  const text = await readText(request);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw invalid('body', 'the body is not JSON');
  }
  refusePoison(body, []);
  return body;
}

/** Counts what arrives, whatever length was announced. */
async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get('Content-Length')) > MAX_BYTES) {
    throw new ProblemError('body-too-large');
  }
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw new ProblemError('body-too-large');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function refusePoison(value: unknown, path: PropertyKey[]): void {
  if (typeof value !== 'object' || value === null) return;
  if (path.length >= MAX_DEPTH) throw invalid(toField(path), 'the body is nested too deep');
  for (const [key, item] of Object.entries(value)) {
    const place = [...path, Array.isArray(value) ? Number(key) : key];
    if (poisonous.has(key)) throw invalid(toField(place), 'unknown field');
    refusePoison(item, place);
  }
}
