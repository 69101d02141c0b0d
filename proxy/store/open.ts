import { ConfigError } from '../config-error.ts';
import { openFileStore } from './file.ts';
import { createMemoryStore } from './memory.ts';
import { openPostgresStore, type PostgresOptions } from './postgres.ts';
import { parsePostgresUrl, type PostgresUrl } from './postgres-url.ts';
import { type Store, StoreDamaged } from './store.ts';
import { storeUrlAdvice } from './url.ts';

/** @throws {ConfigError} that names the file or the database, and says what to do about it */
export async function openStore(url: string, options?: PostgresOptions): Promise<Store> {
  if (url === 'memory:') return createMemoryStore();
  const address = parsePostgresUrl(url);
  if (address) {
    return openPostgresStore(url, options).catch((error: Error) => {
      throw new ConfigError(databaseAdvice(address, error.message));
    });
  }
  if (!url.startsWith('file:')) throw new ConfigError(`STORE_URL is wrong: ${storeUrlAdvice}`);
  const path = url.replace(/^file:/, '');
  try {
    return openFileStore(path);
  } catch (error) {
    if (error instanceof StoreDamaged) throw new ConfigError(damagedAdvice(path));
    throw new ConfigError('STORE_URL is wrong: set it to a file that this proxy may write');
  }
}

/**
 * What is wrong with a database, in the words of driver and server. The message never has the
 * password, even if the server repeats it.
 */
export function databaseAdvice(
  { user, password, host, port, database }: PostgresUrl,
  reason: string,
): string {
  const isRepeated = password !== '' && reason.includes(password);
  return (
    `STORE_URL names the PostgreSQL database ${database || '(none)'} at ` +
    `${host || 'localhost'}:${port || 5432}${user && ` as ${user}`}, which cannot be used: ` +
    (isRepeated ? 'its error repeats the password' : reason)
  );
}

/** What to do about a store whose file is damaged. */
export function damagedAdvice(path: string): string {
  return (
    `STORE_URL names a damaged file, or one that is no store of this proxy: ${path}. ` +
    `Stop every proxy on it, move ${path}, ${path}-wal and ${path}-shm away, and put a backup in ` +
    'their place or start without: then the token and the journal of orders are lost'
  );
}
