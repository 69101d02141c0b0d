import { z } from 'zod';
import { isTime } from './instant.ts';

/**
 * An identifier of the platform: opaque (spec, General encoding rules), so it is compared and
 * encoded, never parsed.
 */
export const id = z
  .string()
  .regex(/^[^\p{Cc}\p{Cs}]+$/u, 'an id has no control characters')
  .min(1)
  .max(255, 'an id has 1 to 255 characters');

/** A key that a reseller gives to a site or a question. */
export const givenKey = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'a key has 1 to 64 letters, digits, - or _');

/** Money in whole minor units of its currency: 3900 is €39.00, ¥3900 or KWD 3.900. */
export const minorUnits = z.int().min(0).max(1e12);

export const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'a currency is three capital letters (ISO 4217)');

/** An instant, UTC, whole seconds: `2026-11-21T09:00:00Z`. */
export const instant = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, 'a time looks like 2026-11-21T09:00:00Z')
  .refine(isTime, 'a time exists');

export const countryCode = z
  .string()
  .regex(/^[A-Z]{2}$/, 'a country is two capital letters (ISO 3166-1)');

export const eventType = z.enum(['BOOKING', 'REQUEST']);

export const orderStatus = z.enum([
  'ACCEPTED',
  'CANCELED',
  'PENDING',
  'DECLINED',
  'OPEN',
  'RESERVED',
]);
