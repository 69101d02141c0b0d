import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';
import type { Entry, Store } from './store.ts';

/**
 * One SQLite file, shared by any number of processes on one machine. AUTOINCREMENT never hands out
 * a number twice, so replacing the row is what gives a key its new version.
 */
export function openFileStore(path: string): Store {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // The token is in it: SQLite gives the write-ahead log the mode that it finds here.
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
  const get = database.prepare('SELECT value, version FROM entries WHERE key = ?');
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
      const row = get.get(key) as Entry | undefined;
      return row && { value: row.value, version: row.version };
    },
    async put(key, value, expectedVersion) {
      const { changes, lastInsertRowid } = put.run(key, value, expectedVersion);
      return changes === 0 ? undefined : Number(lastInsertRowid);
    },
    delete: async (key, expectedVersion) => remove.run(key, expectedVersion).changes > 0,
    async list(prefix) {
      const rows = list.all(prefix) as ({ key: string } & Entry)[];
      return rows.map(({ key, value, version }) => ({ key, value, version }));
    },
    close: async () => void database.close(),
  };
}

/** Alone of all it does not wait for another process that does the same. */
function useWriteAheadLog(database: Database.Database, tries = 100): void {
  try {
    database.pragma('journal_mode = WAL');
  } catch (error) {
    if (tries === 0) throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    useWriteAheadLog(database, tries - 1);
  }
}
