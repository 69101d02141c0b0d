import { Hono } from 'hono';
import { z } from 'zod';
import { readBody } from '../body.ts';
import type { Books } from '../books.ts';
import { findVendor } from '../inventory/find.ts';
import type { Tokens } from '../tokens.ts';
import { tokenRules } from '../tokens.ts';

const tokenSettings = z.strictObject({ rule: z.enum(tokenRules) });
const vendorSettings = z.strictObject({ extended_availability_management: z.boolean() });

/** What can be switched while the sandbox runs; under `/sandbox`. */
export function settingRoutes(books: Books, tokens: Tokens): Hono {
  return new Hono()
    .patch('/tokens', async (c) => {
      const { rule } = await readBody(tokenSettings, c.req.raw);
      tokens.rule = rule;
      return c.json({ rule });
    })
    .patch('/vendors/:id', async (c) => {
      const settings = await readBody(vendorSettings, c.req.raw);
      const vendor = findVendor(books, undefined, c.req.param('id'));
      vendor.extended_availability_management = settings.extended_availability_management;
      return c.json({ id: vendor.id, ...settings });
    });
}
