import { parsePostgresUrl } from './postgres-url.ts';

export const storeUrlAdvice =
  'set it to file: and a path, such as file:./data/proxy.db, to memory:, or to ' +
  'postgres://user:password@host/database, with / ? # @ % and blanks percent-encoded in the ' +
  'password (%2F for a /)';

/** Whether it names a store that can be opened. */
export function isStoreUrl(text: string): boolean {
  return /^(memory:$|file:.)/.test(text) || parsePostgresUrl(text) !== undefined;
}
