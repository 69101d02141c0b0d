import type { z } from 'zod';
import type { ProblemDetail } from '#contract/problem.schema';
import { invalidField, ProblemError } from './problems.ts';

/** A request with ten thousand unknown fields must not get a response many times its size. */
const MAX_ERRORS = 20;

/** Every route takes this parameter, by which `handle.ts` has found the site already. */
const SITE = 'site';
/** A polyfilled `fetch` adds this parameter to requests that must not be served from a cache. */
const CACHE_BUSTER = '_';

/**
 * The schema's output. A problem with the value as a whole is reported under `name`.
 * @throws {ProblemError} `invalid-request`, with every field that is wrong
 */
export function parse<T extends z.ZodType>(schema: T, value: unknown, name = ''): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors = result.error.issues.flatMap((issue) => toDetails(issue, name));
  throw new ProblemError('invalid-request', errors.slice(0, MAX_ERRORS));
}

/**
 * The query's parameters. Unknown and repeated ones are refused by name, so that none is ignored
 * silently.
 */
export function parseQuery<T extends z.ZodObject>(schema: T, url: string): z.output<T> {
  const parameters = new URL(url).searchParams;
  parameters.delete(CACHE_BUSTER);
  for (const name of parameters.keys()) {
    if (name !== SITE && !Object.hasOwn(schema.shape, name)) {
      throw invalidField(name, 'unknown parameter');
    }
    if (parameters.getAll(name).length > 1) {
      throw invalidField(name, 'the parameter is given twice');
    }
  }
  return parse(schema, Object.fromEntries(parameters));
}

function toDetails(issue: z.core.$ZodIssue, name: string): ProblemDetail[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const field = toField([...issue.path, key]);
      return { code: 'invalid-request', field, detail: 'unknown field' };
    });
  }
  const field = toField(issue.path) || name;
  return [{ code: 'invalid-request', field, detail: issue.message }];
}

/** `lines[0].participants[1].name` */
export function toField(path: readonly PropertyKey[]): string {
  return path.reduce<string>((field, key) => {
    if (typeof key === 'number') return `${field}[${key}]`;
    return field === '' ? String(key) : `${field}.${String(key)}`;
  }, '');
}
