import type { Failure } from './failure.ts';

/** Something that is requested: with neither a value nor a failure it is still on its way. */
export interface Loadable<Value> {
  /** The last one that came. */
  value: Value | undefined;
  /** Why there is no newer one. */
  failure: Failure | undefined;
}

/** For an element's property: whether there is anything else to show than before. */
export function isOther<Shown extends object>(
  next: Shown | undefined,
  previous: Shown | undefined,
): boolean {
  if (!next || !previous) return next !== previous;
  const keys = Object.keys({ ...previous, ...next }) as (keyof Shown)[];
  return keys.some((key) => next[key] !== previous[key]);
}
