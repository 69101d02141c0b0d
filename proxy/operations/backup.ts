import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Database from 'libsql';
import { readStoreUrl } from '../config.ts';
import { explainEnd } from '../config-error.ts';
import { errorCodeOf } from '../store/store.ts';

/** What was copied. */
export interface Backup {
  readonly rows: number;
  readonly bytes: number;
}

/** Says in one line why there is no backup. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/**
 * Suffixes of the files that SQLite keeps beside a database: a copy of such a name would be read as
 * part of the store.
 */
const companions = ['', '-wal', '-shm', '-journal'];
/** Milliseconds to wait for another process that is opening the store. */
const BUSY_TIMEOUT = 5_000;

/**
 * Copies the file store as it is at one moment, its write-ahead log included, while proxies write to
 * it: a reader blocks no writer. The copy gets its name once it is checked and on disk.
 * @throws {BackupError}
 */
export function backUp(storeUrl: string, target: string): Backup {
  const store = fileOf(storeUrl);
  if (!existsSync(store)) throw new BackupError(`there is no store at ${store}`);
  refuseTarget(target, store);

  const unchecked = `${target}.${crypto.randomUUID()}`;
  try {
    // SQLite fills this empty file; one that it creates would be readable by everybody, and the
    // token is in it.
    closeSync(openSync(unchecked, 'wx', 0o600));
    copy(store, unchecked);
    const rows = countRows(unchecked);
    const { size: bytes } = statSync(unchecked);
    sync(unchecked);
    renameSync(unchecked, target);
    sync(dirname(target));
    return { rows, bytes };
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(`${store} could not be copied to ${target} (${errorCodeOf(error)})`);
  } finally {
    rmSync(unchecked, { force: true });
  }
}

function fileOf(storeUrl: string): string {
  if (storeUrl === 'memory:') {
    throw new BackupError('STORE_URL is memory:, which leaves nothing to back up');
  }
  // The address is not named, as it has a password.
  if (!storeUrl.startsWith('file:')) {
    throw new BackupError('STORE_URL names a PostgreSQL database; back it up with pg_dump');
  }
  return storeUrl.replace(/^file:/, '');
}

function refuseTarget(target: string, store: string): void {
  const folder = dirname(target);
  if (!existsSync(folder)) throw new BackupError(`there is no folder ${folder}`);
  const real = join(realpathSync(folder), basename(target));
  if (companions.some((end) => real === realpathSync(store) + end)) {
    throw new BackupError(`${target} is the store itself; name another file`);
  }
  if (existsSync(target)) throw new BackupError(`${target} exists; name another file`);
}

function copy(store: string, target: string): void {
  withDatabase(store, (database) => database.prepare('VACUUM INTO ?').run(target));
}

/** @throws {BackupError} when the copy is damaged */
function countRows(path: string): number {
  return withDatabase(path, (database) => {
    const [found] = database.pragma('integrity_check') as { integrity_check: string }[];
    if (found?.integrity_check !== 'ok') throw new BackupError('the copy is damaged');
    const { rows } = database.prepare('SELECT count(*) AS rows FROM entries').get() as Backup;
    return rows;
  });
}

function withDatabase<T>(path: string, use: (database: Database.Database) => T): T {
  const database = new Database(path);
  try {
    database.pragma(`busy_timeout = ${BUSY_TIMEOUT}`);
    return use(database);
  } finally {
    database.close();
  }
}

/** Waits until a file, or the names in a folder, are on disk. */
function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function main(): void {
  const [target, ...others] = process.argv.slice(2);
  try {
    if (!target || others.length > 0) throw new BackupError('usage: npm run backup -- FILE');
    const { rows, bytes } = backUp(
      readStoreUrl(process.env, (path) => readFileSync(path, 'utf8')),
      target,
    );
    console.log(`${target} has the store's ${rows} rows (${bytes} bytes), checked and on disk`);
  } catch (error) {
    console.error(error instanceof BackupError ? error.message : explainEnd(error));
    process.exitCode = 1;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
