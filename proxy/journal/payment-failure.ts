import { z } from 'zod';

/** What the payment provider was asked. */
export const paymentOperations = ['create', 'read', 'capture', 'void', 'refund'] as const;
export type PaymentOperation = (typeof paymentOperations)[number];

/** A failure of the payment provider, for the operator. Nothing in it is of a card or a person. */
export interface PaymentFailure {
  readonly operation: PaymentOperation;
  /** The provider's name of it. */
  readonly code: string;
  /** The provider's name of the request. */
  readonly request_id?: string;
  /** Since when, by the wall clock. */
  readonly at: number;
}

export const paymentFailure = z.object({
  operation: z.enum(paymentOperations),
  code: z.string(),
  request_id: z.string().exactOptional(),
  at: z.number().min(0),
});

/** Whether it is the same one again. */
export function isSameFailure(one: PaymentFailure, other: PaymentFailure | undefined): boolean {
  return one.operation === other?.operation && one.code === other.code;
}
