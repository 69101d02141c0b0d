import type { ShownDates, Start } from '../../src/domain/availability.ts';
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

/** As the widget gives the dates of the weeks from 16 November to 20 December 2026. */
export const shownDates = (
  starts: Loadable<Start[]>,
  { first, last } = { first: '2026-11-16', last: '2026-12-20' },
): ShownDates => ({ first, last, isWhole: starts.value !== undefined, ...starts });
