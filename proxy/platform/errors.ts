/**
 * The platform responded with an error. Its texts are dropped: `code` is its digits, if it has any
 * (spec, Errors).
 */
export class PlatformRefused extends Error {
  override readonly name = 'PlatformRefused';
  readonly status: number;
  readonly code: string | undefined;

  constructor(status: number, code?: string) {
    super(`the platform responded with ${status}`);
    this.status = status;
    this.code = code;
  }
}

/** No response came. `sent` is false only when it is certain that nothing reached the platform. */
export class PlatformUnreachable extends Error {
  override readonly name: string = 'PlatformUnreachable';
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
  override readonly name: string = 'PlatformMalformed';
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

/** There is no token, and it is too early to request one. The call itself was not sent. */
export class TokenUnavailable extends Error {
  override readonly name: string = 'TokenUnavailable';
}

/** No read has used the token yet, or it has been refused since. The create was not sent. */
export class TokenUnproven extends TokenUnavailable {
  override readonly name = 'TokenUnproven';
}

/** The sender's time was over before the first byte. The call was not sent. */
export class SendTooLate extends Error {
  override readonly name = 'SendTooLate';
}

/** Too little is left of the month's budget for this call. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
}
