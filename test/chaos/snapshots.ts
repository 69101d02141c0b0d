import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'libsql';
import pg from 'pg';

/** What a store had at some time. */
export interface Snapshot {
  /** Has the store go back to it, under the processes that use it. */
  restore(): Promise<void>;
}

export type TakeSnapshot = () => Promise<Snapshot>;

const SCHEMA = 'booking_proxy';
const COPY = 'snapshot';
const MOST_ATTEMPTS = 50;
/** In milliseconds. */
const ATTEMPT_PAUSE = 200;

/** Of a PostgreSQL database: as if a replica that lagged took over. */
export function postgresSnapshots(url: string): TakeSnapshot {
  async function runOnce<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Again where the database is being restarted meanwhile. */
  async function run<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await runOnce(work);
      } catch (error) {
        if (attempt === MOST_ATTEMPTS) throw error;
        await sleep(ATTEMPT_PAUSE);
      }
    }
  }

  async function names(client: pg.Client, type: 'tables' | 'sequences'): Promise<string[]> {
    const column = type === 'tables' ? 'tablename' : 'sequencename';
    const text = `SELECT ${column} AS name FROM pg_${type} WHERE schemaname = $1`;
    const { rows } = await client.query<{ name: string }>(text, [SCHEMA]);
    return rows.map(({ name }) => name);
  }

  return () =>
    run(async (client) => {
      await client.query(`DROP SCHEMA IF EXISTS ${COPY} CASCADE; CREATE SCHEMA ${COPY}`);
      for (const table of await names(client, 'tables')) {
        await client.query(`CREATE TABLE ${COPY}.${table} AS TABLE ${SCHEMA}.${table}`);
      }
      const values = new Map<string, unknown>();
      for (const sequence of await names(client, 'sequences')) {
        const { rows } = await client.query<{ last_value: unknown }>(
          `SELECT last_value FROM ${SCHEMA}.${sequence}`,
        );
        values.set(sequence, rows[0]?.last_value);
      }
      return { restore: () => run((again) => restore(again, values)) };
    });

  async function restore(client: pg.Client, values: ReadonlyMap<string, unknown>): Promise<void> {
    const tables = await names(client, 'tables');
    await client.query(`TRUNCATE ${tables.map((table) => `${SCHEMA}.${table}`).join()}`);
    for (const table of tables) {
      await client.query(`INSERT INTO ${SCHEMA}.${table} TABLE ${COPY}.${table}`);
    }
    for (const [sequence, value] of values) {
      await client.query('SELECT setval($1::regclass, $2)', [`${SCHEMA}.${sequence}`, value]);
    }
  }
}

/** Of an SQLite file: as if a backup was restored into it. */
export function fileSnapshots(path: string, folder: string): TakeSnapshot {
  let count = 0;

  function run(work: (database: Database.Database) => void): void {
    const database = new Database(path);
    try {
      database.pragma('busy_timeout = 5000');
      work(database);
    } finally {
      database.close();
    }
  }

  return async () => {
    const copy = join(folder, `snapshot-${(count += 1)}.db`);
    run((database) => database.exec(`VACUUM INTO '${copy}'`));
    return {
      restore: async () =>
        run((database) => {
          database.exec(`ATTACH '${copy}' AS ${COPY}; BEGIN IMMEDIATE`);
          // Inserting rows changes the sequence, so that comes last.
          const tables = database.prepare(
            `SELECT name FROM ${COPY}.sqlite_schema WHERE type = 'table'
             ORDER BY name = 'sqlite_sequence'`,
          );
          for (const { name } of tables.all() as { name: string }[]) {
            database.exec(`DELETE FROM main.${name};
              INSERT INTO main.${name} SELECT * FROM ${COPY}.${name}`);
          }
          database.exec('COMMIT');
        }),
    };
  };
}
