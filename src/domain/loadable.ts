import type { Failure } from './failure.ts';

/** Something that is requested: the last value that came, and how the last request stands. */
export interface Loadable<Value> {
  value: Value | undefined;
  loading: boolean;
  failure: Failure | undefined;
}
