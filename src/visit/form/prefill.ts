import type { Details } from '../../domain/details.ts';

/** The fields that a host page may fill in, by the keys of `checkout-form.ts`. */
const fields = [
  ...(['name', 'email', 'phone', 'company', 'vat_number'] as const),
  // The shipping address.
  ...(['street', 'streetnr', 'zip', 'city', 'country'] as const),
];

/** Values that a host page fills in for its customer; the country as ISO 3166-1 alpha-2. */
export type Prefill = { [field in (typeof fields)[number]]?: string };

/** What the customer has typed; in fields without input, what the host page has filled in. */
export function withPrefilled(typed: Details, prefilled: Details): Details {
  return new Map([...prefilled, ...typed]);
}

/** Only strings are taken, because host pages are not type-checked. */
export function prefilledDetails(prefill: Prefill): Details {
  return new Map(
    fields.flatMap((field): [string, string][] => {
      const value: unknown = prefill[field];
      return typeof value === 'string' ? [[field, value]] : [];
    }),
  );
}
