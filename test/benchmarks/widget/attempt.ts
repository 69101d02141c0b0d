import { errors } from 'playwright-core';

/** Does a step of a customer, whose name tells it from the others. */
export type Attempt = (step: string, act: () => Promise<void>) => Promise<void>;

/** For today's build, which has every step. */
export const everyStep: Attempt = (_, act) => act();

/**
 * For a build that may lack what a step needs: the step is waited for once, then it is left out
 * and noted in `lacks`.
 */
export function whatThereIs(lacks: Set<string>): Attempt {
  return async (step, act) => {
    if (lacks.has(step)) return;
    try {
      await act();
    } catch (error) {
      if (!(error instanceof errors.TimeoutError)) throw error;
      lacks.add(step);
    }
  };
}
