import type { Failure } from '../domain/failure.ts';

/** Thrown by every function of the client when the proxy could not be asked, or refused. */
export class RequestError extends Error {
  override readonly name = 'RequestError' as const;
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.kind === 'problem' ? failure.problem.code : failure.kind, options);
    this.failure = failure;
  }
}

/** The one place where whatever was thrown becomes a failure that can be shown. */
export function failureOf(error: unknown): Failure {
  if (error instanceof RequestError) return error.failure;
  return { kind: 'unexpected', name: error instanceof Error ? error.name : 'Error' };
}
