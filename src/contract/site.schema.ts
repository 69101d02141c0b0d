import { z } from 'zod';
import { id } from './values.schema.ts';

/** What a reseller has set up on the proxy and everybody may know. */
export const site = z.strictObject({
  /** Language of the site, ISO 639-1. */
  locale: z.string().length(2),
  vendors: z.array(z.strictObject({ id, name: z.string() })),
  /** Top-level categories of what is on sale, in the order to show them. */
  categories: z.array(z.strictObject({ id: z.int(), title: z.string() })),
  prices_include_vat: z.boolean(),
});
export type Site = z.infer<typeof site>;
