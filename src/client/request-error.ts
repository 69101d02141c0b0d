import type { Failure } from '../domain/failure.ts';

/** A request to the proxy failed, or was refused. */
export class RequestError extends Error {
  override readonly name = 'RequestError' as const;
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.kind === 'problem' ? failure.problem.code : failure.kind, options);
    this.failure = failure;
  }
}

/** The failure to show for a thrown value. */
export function failureOf(error: unknown): Failure {
  if (error instanceof RequestError) return error.failure;
  const name = error instanceof Error ? error.name : 'Error';
  return { kind: 'unexpected', name, message: String(error) };
}
