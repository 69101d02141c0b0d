/** A response of Stripe. `isBegun`: the parameters were valid, so that the outcome is kept. */
export interface Outcome {
  readonly status: number;
  readonly body: object;
  readonly isBegun: boolean;
}

/** The published fields of an error; `type` is `invalid_request_error` when left out. */
interface ErrorFields {
  readonly type?: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  readonly code?: string;
  readonly decline_code?: string;
  readonly message?: string;
  readonly param?: string;
  /** The error of a card carries the payment, with what is known of the card. */
  readonly payment_intent?: object;
}

export function failure(status: number, fields: ErrorFields, isBegun = false): Outcome {
  return { status, body: { error: { type: 'invalid_request_error', ...fields } }, isBegun };
}

/** A request that Stripe refuses. */
export class StripeRefusal extends Error {
  override readonly name = 'StripeRefusal';
  readonly outcome: Outcome;

  constructor(status: number, fields: ErrorFields, isBegun = false) {
    super(fields.code ?? fields.message);
    this.outcome = failure(status, fields, isBegun);
  }
}
