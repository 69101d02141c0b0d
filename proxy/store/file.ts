import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';
import type { Store, StoreEntry } from './store.ts';

/** In milliseconds, how often another process that opens the file is waited for, and how long. */
const OPEN_ATTEMPTS = 100;
const OPEN_PAUSE = 50;

/**
 * One SQLite file, shared by any number of processes on one machine. AUTOINCREMENT never hands out
 * a number twice, so replacing the row is what gives a key its new version.
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
  const list = database.prepare(
    'SELECT * FROM entries WHERE substr(key, 1, length(?1)) = ?1 ORDER BY key',
  );

  return {
    async get(key) {
      const row = get.get(key) as StoreEntry | undefined;
      return row && { value: row.value, version: row.version };
    },

    async put(key, value, expectedVersion) {
      const { changes, lastInsertRowid } = put.run(key, value, expectedVersion);
      return changes === 0 ? undefined : Number(lastInsertRowid);
    },

    async delete(key, expectedVersion) {
      return remove.run(key, expectedVersion).changes > 0;
    },

    async list(prefix) {
      const rows = list.all(prefix) as ({ key: string } & StoreEntry)[];
      return rows.map(({ key, value, version }) => ({ key, value, version }));
    },

    async close() {
      database.close();
    },
  };
}

function openDatabase(path: string): Database.Database {
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
  return database;
}

/** `busy_timeout` does not hold for this statement, so a locked file is waited for by hand. */
function useWriteAheadLog(database: Database.Database): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      database.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      if (attempt > OPEN_ATTEMPTS) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, OPEN_PAUSE);
    }
  }
}
