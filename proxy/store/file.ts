import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';
import { STORE_BUSY_PAUSE, STORE_BUSY_TIMEOUT } from '../time-limits.ts';
import { createAlone } from './alone.ts';
import { createFileWatch } from './file-watch.ts';
import { type Store, StoreDamaged, type StoreEntry, StoreUnavailable } from './store.ts';

/** So long SQLite itself waits for another writer, and with it the whole process. Milliseconds. */
const BLOCKED_AT_MOST = 5;
/** Of SQLite's result codes: another connection writes. */
const BUSY = /^SQLITE_(BUSY|LOCKED)/;
/** A file that is shorter than it says is damaged as well. */
const DAMAGED = /^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ)/;
/** No key has it, so whatever begins with a prefix comes before the prefix with it. */
const LAST_CHARACTER = 0x10_ff_ff;
/** In milliseconds, how often another process that opens the file is waited for, and how long. */
const OPEN_ATTEMPTS = 100;
const OPEN_PAUSE = 50;

/**
 * One SQLite file, shared by any number of processes on one machine. AUTOINCREMENT never hands out
 * a number twice, so replacing the row is what gives a key its new version.
 * @throws {StoreUnavailable} when the file cannot be opened
 * @throws {StoreDamaged}
 */
export function openFileStore(path: string): Store {
  const database = openDatabase(path);
  const get = database.prepare('SELECT value, version FROM entries WHERE key = ?');
  // Compare-and-set in one statement: it inserts nothing when the version is another one.
  const put = database.prepare(
    `INSERT OR REPLACE INTO entries (key, value)
     SELECT ?1, ?2 WHERE ?3 = coalesce((SELECT version FROM entries WHERE key = ?1), 0)`,
  );
  const remove = database.prepare('DELETE FROM entries WHERE key = ? AND version = ?');
  // The bounds keep SQLite from reading the keys of other prefixes; + takes it off the index.
  const list = database.prepare(
    `SELECT * FROM entries
     WHERE key >= max(?1, ?2) AND key < ?1 || char(${LAST_CHARACTER}) AND +key > ?2
     ORDER BY key LIMIT ?3`,
  );
  const watch = createFileWatch(path);

  /** A write to a file that is not under its name any more would be lost. */
  function write<T>(statement: () => T): Promise<T> {
    return whileBusy(() => {
      if (!watch.isUnchanged()) throw new StoreUnavailable('the file was deleted or replaced');
      return inTransaction(statement);
    });
  }

  /**
   * The lock is taken before the statement is run. A statement that meets a lock itself goes on
   * reading until it is run again, and with it the connection reads what was so before the lock; two
   * of them keep each other there for good.
   */
  function inTransaction<T>(statement: () => T): T {
    database.exec('BEGIN IMMEDIATE');
    try {
      const result = statement();
      database.exec('COMMIT');
      return result;
    } catch (error) {
      // After some errors, as of a full disk, SQLite has done so itself.
      if (database.inTransaction) database.exec('ROLLBACK');
      throw error;
    }
  }

  return {
    // Processes on one machine each keep a catalogue of their own.
    ...createAlone(),

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
        ...{ key, value, version },
      }));
    },

    async close() {
      database.close();
    },
  };
}

/** Tries again while another connection writes; meanwhile the process does other things. */
async function whileBusy<T>(statement: () => T): Promise<T> {
  for (let waited = 0; ; waited += STORE_BUSY_PAUSE) {
    try {
      return statement();
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      if (!BUSY.test(codeOf(error)) || waited >= STORE_BUSY_TIMEOUT) throw toUnavailable(error);
    }
    await new Promise((resolve) => setTimeout(resolve, STORE_BUSY_PAUSE));
  }
}

function codeOf(error: unknown): string {
  return String((error as { readonly code?: unknown }).code);
}

function toUnavailable(error: unknown): StoreUnavailable {
  const code = codeOf(error);
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
  // The token is in it. SQLite gives the write-ahead log the mode that it finds on the file.
  closeSync(openSync(path, 'a', 0o600));
  const database = new Database(path);
  database.pragma('busy_timeout = 5000');
  useWriteAheadLog(database);
  // An intent has to be on the disk before the order is sent.
  database.pragma('synchronous = FULL');
  database.exec(
    `CREATE TABLE IF NOT EXISTS entries (
       version INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, value TEXT NOT NULL)`,
  );
  // Opening may wait; later on a wait would stop all other requests.
  database.pragma(`busy_timeout = ${BLOCKED_AT_MOST}`);
  return database;
}

/** `busy_timeout` does not hold for this statement, so a locked file is waited for by hand. */
function useWriteAheadLog(database: Database.Database): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      database.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      if (attempt > OPEN_ATTEMPTS || DAMAGED.test(codeOf(error))) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, OPEN_PAUSE);
    }
  }
}
