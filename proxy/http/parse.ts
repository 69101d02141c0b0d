import type { z } from 'zod';
import type { ProblemDetail } from '../../src/contract/problem.schema.ts';
import { invalid, ProblemError } from './problems.ts';

/**
 * An answer that lists every one of ten thousand unknown fields would be a lever; the first ones
 * are help enough.
 */
const MOST_ERRORS = 20;

/** What the schema makes of it. `name` stands for the value itself where that is no object. */
export function parse<T extends z.ZodType>(schema: T, value: unknown, name = ''): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors = result.error.issues.flatMap((issue) => toDetails(issue, name));
  throw new ProblemError('invalid-request', errors.slice(0, MOST_ERRORS));
}

/**
 * The query's parameters. Unknown and repeated ones are refused by name, so that none is ignored
 * unseen.
 */
export function parseQuery<T extends z.ZodObject>(schema: T, request: Request): z.output<T> {
  const given = new URL(request.url).searchParams;
  for (const name of given.keys()) {
    // Every route has a site, which was found before.
    if (name !== 'site' && !Object.hasOwn(schema.shape, name))
      throw invalid(name, 'unknown parameter');
    if (given.getAll(name).length > 1) throw invalid(name, 'the parameter is given twice');
  }
  return parse(schema, Object.fromEntries(given));
}

function toDetails(issue: z.core.$ZodIssue, name: string): ProblemDetail[] {
  const field = toField(issue.path) || name;
  if (issue.code !== 'unrecognized_keys') {
    return [{ code: 'invalid-request', field, detail: issue.message }];
  }
  return issue.keys.map((key) => ({
    code: 'invalid-request',
    field: toField([...issue.path, key]),
    detail: 'unknown field',
  }));
}

/** `lines[0].participants[1].name` */
export function toField(path: readonly PropertyKey[]): string {
  return path.reduce<string>((field, key) => {
    if (typeof key === 'number') return `${field}[${key}]`;
    return field === '' ? String(key) : `${field}.${String(key)}`;
  }, '');
}
