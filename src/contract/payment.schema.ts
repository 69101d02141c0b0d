import { z } from 'zod';
import { orderRequest } from './order.schema.ts';

/** Asks for the payment of an order. Its amount and currency are those of the quote. */
export const paymentRequest = z.strictObject({ quote: orderRequest.shape.quote });
export type PaymentRequest = z.infer<typeof paymentRequest>;

/** What a page needs to have its customer confirm one payment. */
export const paymentResponse = z.strictObject({
  /** The name of the payment provider. */
  provider: z.string(),
  /** The reference under which the platform gets the order. */
  reference: z.string(),
  /** The provider's secret of this one payment; empty if there is nothing to confirm. */
  client_secret: z.string(),
  /** Whether it was confirmed before, or needs no confirmation any more. */
  is_confirmed: z.boolean(),
});
export type PaymentResponse = z.infer<typeof paymentResponse>;
