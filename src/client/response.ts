import type { Problem } from '#contract/problem.schema';
import { parseRetryAfter } from '#contract/retry-after';
import { headerOf, parseJson } from './own-response.ts';
import { RequestError } from './request-error.ts';

/**
 * The body of a successful response. Throws a {@link RequestError} with the problem of a refusal,
 * or with `unreadable` for a response that is not the proxy's.
 */
export function parseResponse<T>(response: Response, text: string, now: () => number): T {
  const { ok, status } = response;
  const retryAfter = () => parseRetryAfter(headerOf(response, 'Retry-After'), now());

  let body: unknown;
  try {
    body = parseJson(text);
  } catch (cause) {
    throw new RequestError({ kind: 'unreadable', status, retryAfter: retryAfter() }, { cause });
  }
  // First, because the `fetch` of an old polyfill calls each response a success.
  if (isProblem(body)) {
    throw new RequestError({ kind: 'problem', problem: body, retryAfter: retryAfter() });
  }
  if (ok) return body as T;
  throw new RequestError({ kind: 'unreadable', status, retryAfter: retryAfter() });
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'errors' in body;
}
