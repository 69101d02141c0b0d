import type { ProblemCode, ProblemDetail } from '#contract/problem.schema';
import { type CartLine, dateIdOf } from './cart.ts';
import type { Failure } from './failure.ts';

/** Problems that another start of the same event solves. */
const lostCodes: ProblemCode[] = ['sold-out', 'too-many-participants', 'date-gone', 'date-passed'];

/** Whether a problem says that a line's date cannot be booked, or not by so many people. */
export function isOfLostDate({ code, date_id }: ProblemDetail): boolean {
  return date_id !== undefined && lostCodes.includes(code);
}

/** The lines whose dates, according to the failures, cannot be booked, or not by so many people. */
export function lostLines(lines: readonly CartLine[], failures: (Failure | null)[]): CartLine[] {
  const lost = new Set(
    failures.flatMap((failure) =>
      failure?.kind === 'problem'
        ? failure.problem.errors.filter(isOfLostDate).map(({ date_id }) => date_id)
        : [],
    ),
  );
  return lines.filter((line) => lost.has(dateIdOf(line)));
}
