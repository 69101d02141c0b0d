import { PlatformRefused, RefusedWithoutJson } from '../../proxy/platform/errors.ts';
import type { Dice } from './dice.ts';
import type { Odds } from './hostilities.ts';

/** What happens to one create. */
export interface Fate {
  /** How often the platform executes it: a gateway may repeat it. */
  readonly executed: 0 | 1 | 2;
  /** Executed long after its sender has given up waiting. */
  readonly isLate: boolean;
  readonly response: ResponseKind;
}

/**
 * `refusal`: a status from 400 to 429 with the platform's own error body. `unclear-error`: the same
 * without that body, as a gateway responds, or a status from 500 on.
 */
export type ResponseKind =
  | 'order'
  | 'order-without-reference'
  | 'order-with-another-reference'
  | 'order-that-differs'
  | 'unreadable-order'
  | 'refusal'
  | 'unclear-error'
  | 'silence';

const executions = { 1: 66, 2: 4, 0: 30 };
const responsesToExecuted = {
  order: 40,
  'order-without-reference': 5,
  'order-with-another-reference': 3,
  'order-that-differs': 3,
  'unreadable-order': 5,
  'unclear-error': 12,
  silence: 31,
};
const responsesToUnexecuted = { refusal: 18, 'unclear-error': 6, silence: 6 };
const LATE = 0.5;
/** After 401 and 429 the order may be sent again. */
const refusals = [400, 401, 401, 401, 403, 404, 409, 422, 429, 429, 429];
const failures = [500, 502, 503, 504];

export const smooth: Fate = { executed: 1, isLate: false, response: 'order' };

export function drawFate(dice: Dice, { denial }: Odds): Fate {
  const executed = Number(dice.weighted(executions)) as Fate['executed'];
  const response = drawResponse(executed > 0, dice, denial);
  // Nothing can tell of an order that does not exist yet.
  const mayBeLate = response === 'silence' || response === 'unclear-error';
  return { executed, response, isLate: mayBeLate && dice.chance(LATE) };
}

function drawResponse(isExecuted: boolean, dice: Dice, denial: number): ResponseKind {
  if (!isExecuted) return dice.weighted(responsesToUnexecuted);
  return dice.chance(denial) ? 'refusal' : dice.weighted(responsesToExecuted);
}

/** The error that the platform's client makes of such a response. */
export function errorOf(response: 'refusal' | 'unclear-error', dice: Dice): Error {
  const status = dice.pick(refusals);
  if (response === 'refusal') return new PlatformRefused(status, `${status}01`);
  return dice.pick([
    new PlatformRefused(dice.pick(failures), '50001'),
    // JSON of a gateway, an empty body, or a page.
    new PlatformRefused(status),
    new RefusedWithoutJson('the platform responded with a page'),
  ]);
}
