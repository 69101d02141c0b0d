import { z } from 'zod';

/**
 * Opaque on the platform (spec, General encoding rules); the grammar keeps ids out of the path's
 * and query's syntax.
 */
export const id = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'an id has 1 to 64 letters, digits, - or _');

/** Money in whole minor units of its currency: 3900 is €39.00, ¥3900 or KWD 3.900. */
export const minorUnits = z.int().min(0).max(1e12);

export const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'a currency is three capital letters (ISO 4217)');

/** An instant, UTC, whole seconds: `2026-11-21T09:00:00Z`. */
export const instant = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, 'a time looks like 2026-11-21T09:00:00Z');

export const countryCode = z
  .string()
  .regex(/^[A-Z]{2}$/, 'a country is two capital letters (ISO 3166-1)');
