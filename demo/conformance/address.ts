import { type Operation, type OperationName, operations } from '../../proxy/platform/operations.ts';

/** Identifiers of the path and parameters of the query, by name. Wrong ones may be sent too. */
export type Input = Readonly<Record<string, string>>;

/** Path and query of an operation. */
export function addressOf(name: OperationName, input: Input): string {
  const parameters = new URLSearchParams(input);
  const path = operations[name].path.replace(/\{(\w+)\}/g, (_, key: string) => {
    parameters.delete(key);
    return encodeURIComponent(input[key] ?? '');
  });
  return parameters.size > 0 ? `${path}?${parameters}` : path;
}

/** The operation of a call, by method and path; undefined where it is none. */
export function operationOf(method: string, path: string): OperationName | undefined {
  const names = Object.keys(operations) as OperationName[];
  return names.find((name) => {
    const operation: Operation = operations[name];
    return operation.method === method && patternOf(operation).test(path);
  });
}

function patternOf({ path }: Operation): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}
