/** The platform answered no. Its own words are dropped; the code is its digits (spec, Errors). */
export class PlatformRefused extends Error {
  override readonly name = 'PlatformRefused';
  readonly status: number;
  readonly code: string | undefined;

  constructor(status: number, code?: string) {
    super(`the platform answered ${status}`);
    this.status = status;
    this.code = code;
  }
}

/** No answer came. `sent` is false only when it is certain that nothing reached the platform. */
export class PlatformUnreachable extends Error {
  override readonly name: string = 'PlatformUnreachable';
  readonly sent: boolean;

  constructor({ sent }: { sent: boolean }) {
    super(sent ? 'the platform did not answer' : 'the platform was not reached');
    this.sent = sent;
  }
}

/** The platform has failed too often to be asked again at once. */
export class PlatformPaused extends PlatformUnreachable {
  override readonly name = 'PlatformPaused';
}

/** An answer came that cannot be read as what the spec says. */
export class PlatformMalformed extends Error {
  override readonly name = 'PlatformMalformed';
}

/**
 * There is no token now, and asking again would not help yet. Nothing was sent but, at most, a
 * token request.
 */
export class TokenUnavailable extends Error {
  override readonly name = 'TokenUnavailable';
}

/** Too little is left of the month's calls for this one. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
}
