import type { ProblemCode, ProblemDetail } from '../contract/problem.schema.ts';
import { dateIdOf, type CartLine } from './cart.ts';
import type { Failure } from './failure.ts';

/** After these another start of the same event is what helps. */
const lostCodes: ProblemCode[] = ['sold-out', 'too-many-participants', 'date-gone', 'date-passed'];

/** Whether it says that a line's date cannot be had, or not for that many. */
export function isOfLostDate({ code, date_id }: ProblemDetail): boolean {
  return date_id !== undefined && lostCodes.includes(code);
}

/** The lines whose dates cannot be had, or not for that many, as the proxy has said. */
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
