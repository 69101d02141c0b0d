import type { Problem } from '../contract/problem.schema.ts';

/** The proxy's answer was no, and says why. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError' as const;
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(`${problem.code}: ${problem.title}`);
    this.problem = problem;
  }
}

/** There was no answer. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError' as const;
}

/** There was an answer, and it cannot be read. */
export class ContractError extends Error {
  override readonly name = 'ContractError' as const;
}
