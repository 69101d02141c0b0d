/** What the schemas of stored values are compiled to (`.config/vite/compile-schemas.ts`). */
export type Check = (value: unknown) => boolean;

export const isAny: Check = () => true;
export const isText: Check = (value) => typeof value === 'string';
export const isNumber: Check = (value) => typeof value === 'number';
export const isBoolean: Check = (value) => typeof value === 'boolean';

export function textThat(isRight: (text: string) => boolean): Check {
  return (value) => typeof value === 'string' && isRight(value);
}

export function oneOf(...values: unknown[]): Check {
  return (value) => values.includes(value);
}

export function anyOf(...checks: Check[]): Check {
  return (value) => checks.some((check) => check(value));
}

export function orNull(check: Check): Check {
  return (value) => value === null || check(value);
}

export function orMissing(check: Check): Check {
  return (value) => value === undefined || check(value);
}

export function listOf(check: Check): Check {
  return (value) => Array.isArray(value) && value.every(check);
}

/** An object; a field that is not named is not looked at, because it is not shown. */
export function shapeOf(checks: Record<string, Check>): Check {
  const fields = Object.entries(checks);
  return (value) =>
    typeof value === 'object' &&
    value !== null &&
    fields.every(([name, check]) => check((value as Record<string, unknown>)[name]));
}
