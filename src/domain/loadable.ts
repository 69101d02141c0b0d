import type { Failure } from './failure.ts';

/** A requested value: with neither a value nor a failure it is pending. */
export interface Loadable<Value> {
  /** The last loaded value, which may be stale. */
  value: Value | undefined;
  /** Why the last request failed. */
  failure: Failure | undefined;
}

/** `hasChanged` of an element's property: a shallow comparison. */
export function isOther<Shown extends object>(
  next: Shown | undefined,
  previous: Shown | undefined,
): boolean {
  if (!next || !previous) return next !== previous;
  const keys = Object.keys({ ...previous, ...next }) as (keyof Shown)[];
  return keys.some((key) => next[key] !== previous[key]);
}
