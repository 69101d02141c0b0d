import type { ProblemCode } from '../contract/problem.schema.ts';
import { dateIdOf, type CartLine } from './cart.ts';
import type { Failure } from './failure.ts';

/** After these another start of the same event is what helps. */
const lostCodes: ProblemCode[] = ['sold-out', 'too-many-participants', 'date-gone', 'date-passed'];

/** The lines whose dates cannot be had, or not for that many, as the proxy has said. */
export function lostLines(
  lines: readonly CartLine[],
  failures: (Failure | null | undefined)[],
): CartLine[] {
  const lost = new Set(
    failures.flatMap((failure) =>
      failure?.kind === 'problem'
        ? failure.problem.errors.flatMap(({ code, date_id }) =>
            date_id && lostCodes.includes(code) ? date_id : [],
          )
        : [],
    ),
  );
  return lines.filter((line) => lost.has(dateIdOf(line)));
}
