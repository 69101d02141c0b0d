import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';
import { wait } from '../clock.ts';
import { STORE_BUSY_PAUSE, STORE_BUSY_TIMEOUT } from '../time-limits.ts';
import { createFileWatch } from './file-watch.ts';
import { createGroupCommit } from './group-commit.ts';
import { createSingleInstance } from './single-instance.ts';
import {
  errorCodeOf,
  LAST_CHARACTER,
  type Store,
  StoreDamaged,
  type StoreEntry,
  StoreUnavailable,
} from './store.ts';

/** Milliseconds that SQLite waits for another writer, which blocks the whole process. */
const BLOCKED_AT_MOST = 5;
/** SQLite's result codes while another connection writes. */
const BUSY = /^SQLITE_(BUSY|LOCKED)/;
/** SQLite's result codes for a damaged or truncated file. */
const DAMAGED = /^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ)/;
/** Attempts to open the file while another process opens it, and the pause in milliseconds. */
const OPEN_ATTEMPTS = 100;
const OPEN_PAUSE = 50;

/**
 * One SQLite file, shared by any number of processes on one machine. The version is the row's
 * AUTOINCREMENT id, which is never used twice, so replacing a row gives its key a new version.
 * @throws {StoreUnavailable} when the file cannot be opened
 * @throws {StoreDamaged}
 */
export function openFileStore(path: string): Store {
  const database = openDatabase(path);
  const get = database.prepare('SELECT value, version FROM entries WHERE key = ?');
  // Compare-and-set in one statement: it inserts nothing when the version differs.
  const put = database.prepare(
    `INSERT OR REPLACE INTO entries (key, value)
     SELECT ?1, ?2 WHERE ?3 = coalesce((SELECT version FROM entries WHERE key = ?1), 0)`,
  );
  const remove = database.prepare('DELETE FROM entries WHERE key = ? AND version = ?');
  // The bounds restrict the index scan; the unary + keeps `key > ?2` from being used for it.
  const list = database.prepare(
    `SELECT * FROM entries
     WHERE key >= max(?1, ?2) AND key < ?1 || '${LAST_CHARACTER}' AND +key > ?2
     ORDER BY key LIMIT ?3`,
  );
  const watch = createFileWatch(path);

  /** A write to a file that was deleted or replaced would be lost. */
  const { write, settled } = createGroupCommit((run) =>
    whileBusy(() => {
      if (!watch.isUnchanged()) throw new StoreUnavailable('the file was deleted or replaced');
      return inTransaction(run);
    }),
  );

  /**
   * BEGIN IMMEDIATE takes the write lock before the statements run. A statement that meets a lock
   * itself keeps its read snapshot open, and two such connections would block each other for good.
   */
  function inTransaction<T>(run: () => T): T {
    database.exec('BEGIN IMMEDIATE');
    try {
      const result = run();
      database.exec('COMMIT');
      return result;
    } catch (error) {
      // After some errors, such as a full disk, SQLite has already rolled back.
      if (database.inTransaction) database.exec('ROLLBACK');
      throw error;
    }
  }

  return {
    // Each process on the machine has a catalog of its own.
    ...createSingleInstance(),

    async get(key) {
      const row = await whileBusy(() => get.get(key) as StoreEntry | undefined);
      return row && { value: row.value, version: row.version };
    },

    async put(key, value, expectedVersion) {
      const { changes, lastInsertRowid } = await write(() => put.run(key, value, expectedVersion));
      return changes === 0 ? undefined : Number(lastInsertRowid);
    },

    async delete(key, expectedVersion) {
      return (await write(() => remove.run(key, expectedVersion))).changes > 0;
    },

    async list(prefix, { afterKey = '', limit = -1 } = {}) {
      const rows = await whileBusy(() => list.all(prefix, afterKey, limit));
      return (rows as ({ key: string } & StoreEntry)[]).map(({ key, value, version }) => ({
        key,
        value,
        version,
      }));
    },

    async close() {
      await settled();
      database.close();
    },
  };
}

/** Retries while another connection writes, without blocking the process. */
async function whileBusy<T>(statement: () => T): Promise<T> {
  for (let waited = 0; ; waited += STORE_BUSY_PAUSE) {
    try {
      return statement();
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      if (!BUSY.test(errorCodeOf(error)) || waited >= STORE_BUSY_TIMEOUT)
        throw toUnavailable(error);
    }
    await wait(STORE_BUSY_PAUSE);
  }
}

function toUnavailable(error: unknown): StoreUnavailable {
  const code = errorCodeOf(error);
  return DAMAGED.test(code) ? new StoreDamaged(code) : new StoreUnavailable(code);
}

function openDatabase(path: string): Database.Database {
  try {
    return tryOpen(path);
  } catch (error) {
    throw toUnavailable(error);
  }
}

function tryOpen(path: string): Database.Database {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // Readable only by its owner, because the token is in it. SQLite gives its log the same mode.
  closeSync(openSync(path, 'a', 0o600));
  const database = new Database(path);
  database.pragma('busy_timeout = 5000');
  useWriteAheadLog(database);
  // An intent has to be on disk before its order is sent.
  database.pragma('synchronous = FULL');
  database.exec(
    `CREATE TABLE IF NOT EXISTS entries (
       version INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, value TEXT NOT NULL)`,
  );
  // Opening may block; later, a blocked process would hold up all other requests.
  database.pragma(`busy_timeout = ${BLOCKED_AT_MOST}`);
  return database;
}

/** SQLite ignores `busy_timeout` for this statement, so it is retried here. */
function useWriteAheadLog(database: Database.Database): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      database.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      if (attempt > OPEN_ATTEMPTS || DAMAGED.test(errorCodeOf(error))) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, OPEN_PAUSE);
    }
  }
}
