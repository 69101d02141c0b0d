import type { TokenFailure } from '../token-failure.ts';

/** The texts of an error of the platform (spec, Errors); empty where it has none. */
export interface Said {
  /** Technical detail of what went wrong. */
  readonly message: string;
  /** User-friendly. */
  readonly user_message: string;
}

/** The platform responded with an error. */
export class PlatformRefused extends Error {
  override readonly name = 'PlatformRefused';
  readonly status: number;
  /** The platform's digits, if it has any (spec, Errors). */
  readonly code: string | undefined;
  readonly #said: Said;

  constructor(status: number, code?: string, said: Said = { message: '', user_message: '' }) {
    super(`the platform responded with ${status}`);
    this.status = status;
    this.code = code;
    this.#said = said;
  }

  /**
   * For whoever uses the client by itself; the proxy drops it. It may quote what a customer typed, so
   * no log or JSON of the error has it.
   */
  get said(): Said {
    return this.#said;
  }
}

/** No response came. `sent` is false only when it is certain that nothing reached the platform. */
export class PlatformUnreachable extends Error {
  override readonly name: 'PlatformUnreachable' | 'PlatformPaused' = 'PlatformUnreachable';
  readonly sent: boolean;

  constructor({ sent }: { sent: boolean }) {
    super(sent ? 'the platform did not respond' : 'the platform was not reached');
    this.sent = sent;
  }
}

/** The circuit breaker is open: the platform is not called now. */
export class PlatformPaused extends PlatformUnreachable {
  override readonly name = 'PlatformPaused';
  /** The platform has asked for the pause, as opposed to failing too often. */
  readonly isBusy: boolean;

  constructor({ sent, isBusy }: { sent: boolean; isBusy: boolean }) {
    super({ sent });
    this.isBusy = isBusy;
  }
}

/** A response came that is not what the spec says. */
export class PlatformMalformed extends Error {
  override readonly name:
    | 'PlatformMalformed'
    | 'RefusedWithoutJson'
    | 'TooManyItems'
    | 'OrderUnreadable'
    | 'UnexpectedShape' = 'PlatformMalformed';
}

/** A request is refused without JSON: by an intermediary, or by a platform that has no such path. */
export class RefusedWithoutJson extends PlatformMalformed {
  override readonly name = 'RefusedWithoutJson';
}

/** A list has more items than the proxy reads. */
export class TooManyItems extends PlatformMalformed {
  override readonly name = 'TooManyItems';
}

/** The response to "Create order" has the id of an order but cannot be read: the order stands. */
export class OrderUnreadable extends PlatformMalformed {
  override readonly name = 'OrderUnreadable';
  /** The order that the response names. */
  readonly order: { readonly id: string; readonly code?: string };

  constructor(message: string, order: OrderUnreadable['order']) {
    super(message);
    this.order = order;
  }
}

/** An item of a response lacks what the spec promises. Of a write: what it wrote is in `value`. */
export class UnexpectedShape extends PlatformMalformed {
  override readonly name = 'UnexpectedShape';
  /** What cannot be read, as JSON. */
  readonly value: unknown;
  /** Each begins with the name of a field. */
  readonly issues: readonly string[];

  constructor(value: unknown, issues: readonly string[]) {
    super(`the response has another shape: ${issues.join('; ')}`);
    this.value = value;
    this.issues = issues;
  }
}

/** There is no token, and it is too early to request one. The call itself was not sent. */
export class TokenUnavailable extends Error {
  override readonly name: 'TokenUnavailable' | 'TokenUnproven' = 'TokenUnavailable';
  /** Why the last token request brought none, if that is known. */
  readonly failure: TokenFailure | undefined;

  constructor(message?: string, failure?: TokenFailure) {
    super(message);
    this.failure = failure;
  }
}

/** No read has used the token yet, or it has been refused since. The create was not sent. */
export class TokenUnproven extends TokenUnavailable {
  override readonly name = 'TokenUnproven';
}

/** The sender's time was up before the first byte. The call was not sent. */
export class SendTooLate extends Error {
  override readonly name = 'SendTooLate';
}

/** Too little is left of the month's budget for this call. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
}

/** A call that breaks a rule of the spec was not sent. */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput';
  /** Each begins with the name of a parameter or field. */
  readonly issues: readonly string[];

  constructor(issues: readonly string[]) {
    super(issues.join('; '));
    this.issues = issues;
  }
}
