/** Whether a value that was read back from a storage is what it should be. */
export type Check = (value: unknown) => boolean;

export const isText: Check = (value) => typeof value === 'string';
export const isNumber: Check = (value) => typeof value === 'number';
export const isBoolean: Check = (value) => typeof value === 'boolean';

export function textThat(isRight: (text: string) => boolean): Check {
  return (value) => typeof value === 'string' && isRight(value);
}

/** One of a closed set. The compiler wants all of its names, so that none is forgotten. */
export function oneOf<Name extends string>(names: Record<Name, true>): Check {
  return textThat((text) => Object.hasOwn(names, text));
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

/** An object. The compiler wants a check for each field of its type. */
export function shapeOf<Type>(checks: { [Field in keyof Type]-?: Check }): Check {
  const fields = Object.entries<Check>(checks);
  return (value) =>
    typeof value === 'object' &&
    value !== null &&
    fields.every(([name, check]) => check((value as Record<string, unknown>)[name]));
}
