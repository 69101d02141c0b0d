import type { z } from 'zod';
import { fitsPath } from '../ids.ts';
import type { BudgetedClass } from './budget.ts';
import type { Call } from './client.ts';
import { InvalidInput } from './errors.ts';
import { type Operation, type OperationName, operations } from './operations.ts';

/** The operations that are called by name; the token is obtained along the way. */
export type CallName = Exclude<OperationName, 'obtainToken'>;

/** Identifiers of the path and query parameters by name, and the body. */
export interface AnyInput {
  readonly [name: string]: unknown;
  readonly body?: unknown;
}

/** The call of an operation, checked against its table. @throws {InvalidInput} */
export function toCall(name: CallName, { body, ...rest }: AnyInput): Call {
  const operation: Operation = operations[name];
  const given = new Map(Object.entries(rest));
  const path = operation.path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const id = given.get(key);
    given.delete(key);
    return toSegment(key, id);
  });
  const call = { operation: name, class: operation.class as BudgetedClass, path };
  if (operation.method === 'GET') {
    return { ...call, query: parseParameters(operation, Object.fromEntries(given)) };
  }
  const [unknown] = given.keys();
  if (unknown !== undefined) throw new InvalidInput([`${unknown}: is no parameter of ${name}`]);
  return {
    ...call,
    method: operation.method,
    body: parseInput('body', operation.body, body) as object,
    takesUnprovenToken: true,
  };
}

function parseParameters({ parameters }: Operation, given: object): Record<string, string> {
  const present = Object.entries(given).filter(([, value]) => value !== undefined);
  if (!parameters && present.length === 0) return {};
  const parsed = parseInput('', parameters, Object.fromEntries(present));
  return parsed as Record<string, string>;
}

function parseInput(name: string, schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) throw new InvalidInput([`${name || 'parameters'}: there are none here`]);
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  throw new InvalidInput(toIssues(error, name));
}

/** An identifier in a path. */
function toSegment(name: string, id: unknown): string {
  if (typeof id === 'string' && id !== '' && fitsPath(id)) return encodeURIComponent(id);
  throw new InvalidInput([`${name}: has to be an id that fits into a path`]);
}

/** One text for each issue, which begins with the path of its field. */
export function toIssues({ issues }: z.ZodError, name = ''): string[] {
  return issues.map(({ path, message }) => {
    const field = [name, ...path].filter((part) => part !== '').join('.');
    return field ? `${field}: ${message}` : message;
  });
}
