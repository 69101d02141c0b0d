import type { Details } from './field-values.ts';

/** The fields that a host page may fill in, by the keys of `checkout-form.ts`. */
const fields = [
  ...(['name', 'email', 'phone', 'company', 'vat_number'] as const),
  // Where something is sent to.
  ...(['street', 'streetnr', 'zip', 'city', 'country'] as const),
];

/** What a host page says of its customer; the country as ISO 3166-1 alpha-2. */
export type Prefill = { [field in (typeof fields)[number]]?: string };

/** Texts alone: a host page is not typed, and a field shows what it is given. */
export function prefilledDetails(prefill: Prefill): Details {
  return new Map(
    fields.flatMap((field): [string, string][] => {
      const value: unknown = prefill[field];
      return typeof value === 'string' ? [[field, value]] : [];
    }),
  );
}
