import type { Failure } from '../../src/domain/failure.ts';
import type { Loadable } from '../../src/domain/loadable.ts';

export const loaded = <Value>(value: Value): Loadable<Value> => ({
  ...{ value, loading: false, failure: undefined },
});

export const loading: Loadable<never> = { value: undefined, loading: true, failure: undefined };

export const failed = (failure: Failure): Loadable<never> => ({
  ...{ value: undefined, loading: false, failure },
});
