import { z } from 'zod';
import { htmlNodes } from './html.schema.ts';
import { id } from './values.schema.ts';

/**
 * The company that the customer enters into a contract with. Customers must be told who it is, and
 * on what terms it sells, before they order.
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
