/** What the customer has typed at the checkout, by field key. Never stored. */
export type Details = ReadonlyMap<string, string>;
