import type { Field } from './checkout-form.ts';

/** What a customer types at checkout, by the key of its field. Lives in memory only. */
export type Details = ReadonlyMap<string, string>;

/** The value of a ticked checkbox (contract, order). */
export const TICKED = 'true';

/** What a field says. A box that is not ticked and an option no longer offered say nothing. */
export function valueOf({ key, type, options = [] }: Field, details: Details): string {
  const value = (details.get(key) ?? '').trim();
  if (type === 'checkbox' && value !== TICKED) return '';
  if (type === 'choice' && !options.includes(value)) return '';
  return value;
}
