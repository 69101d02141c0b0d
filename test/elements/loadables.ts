import type { Failure } from '../../src/domain/failure.ts';
import type { Loadable } from '../../src/domain/loadable.ts';

export const loaded = <Value>(value: Value): Loadable<Value> => ({
  value,
  failure: undefined,
});

export const loading: Loadable<never> = { value: undefined, failure: undefined };

export const failed = (failure: Failure): Loadable<never> => ({
  value: undefined,
  failure,
});
