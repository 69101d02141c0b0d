import { z } from 'zod';
import { htmlNodes } from './html.schema.ts';
import { id } from './values.schema.ts';

/**
 * The company that the customer's contract is with. The customer has to be told of it and its terms
 * before an order.
 */
export const vendor = z.strictObject({
  id,
  name: z.string(),
  legal_company_name: z.string(),
  legal_representative: z.string(),
  /** ISO 3166-1, or empty. */
  country: z.string(),
  service_email: z.string(),
  service_phone: z.string(),
  terms: htmlNodes,
});
export type Vendor = z.infer<typeof vendor>;
