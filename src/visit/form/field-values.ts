import type { Details } from '../../domain/details.ts';
import type { Field } from './checkout-form.ts';

/** The value of a ticked checkbox (contract, order). */
export const TICKED = 'true';

/** A value that the customer has typed. */
export interface DetailTyped {
  /** The field's key among the details. */
  key: string;
  value: string;
}

/** A field's value; empty for an unticked checkbox, and for an option that is not offered. */
export function valueOf({ key, type, options = [] }: Field, details: Details): string {
  const value = (details.get(key) ?? '').trim();
  if (type === 'checkbox' && value !== TICKED) return '';
  if (type === 'choice' && !options.includes(value)) return '';
  return value;
}
