import { z } from 'zod';
import { orderRequest } from './order.schema.ts';
import { testCards } from './test-cards.ts';

/**
 * Asks for the payment of an order. Its amount and currency are those of the quote, or without one
 * what is due for the order that was placed.
 */
export const paymentRequest = z.strictObject({
  quote: orderRequest.shape.quote.optional(),
  /** The language of the page, for a refusal in the operator's own words. */
  lang: orderRequest.shape.lang.optional(),
});
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

/** Confirms a payment of the test provider, in place of a script of a provider. */
export const testConfirmation = z.strictObject({
  client_secret: z.string().max(200),
  /** Nobody's real card is taken, stored or logged. */
  card: z.enum(testCards),
  /** Whether the customer has approved the payment in the second step. */
  is_approved: z.boolean().default(false),
});
export type TestConfirmation = z.infer<typeof testConfirmation>;

const testOutcome = z.enum(['authorised', 'declined', 'second-step', 'other-page']);
export type TestOutcome = z.infer<typeof testOutcome>;

/** The bank's page of the test provider. With an answer it leads back to the shop. */
export const testBankPage = z.object({
  client_secret: testConfirmation.shape.client_secret,
  /** The page that the customer comes from. A `blob:` address has the origin of its maker. */
  return_url: z.url({ protocol: /^https?$/ }).max(4000),
  answer: z.enum(['approve', 'refuse']).optional(),
});
export type TestBankPage = z.infer<typeof testBankPage>;

export const testConfirmationResponse = z.strictObject({ outcome: testOutcome });
export type TestConfirmationResponse = z.infer<typeof testConfirmationResponse>;
