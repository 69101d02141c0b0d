import type pg from 'pg';
import { StoreUnavailable } from './store.ts';

/** Any number that nothing else in the database locks; one instance at a time makes the tables. */
const LOCK = 0x626f_6f6b;

/**
 * `MIGRATIONS[n]` leads from version n of the schema to n + 1. One that is out is never changed: old
 * and new proxies run side by side, so each has to leave what the version before it needs.
 */
const MIGRATIONS: readonly string[] = [
  // Keys are compared by their bytes, as the other engines do.
  `CREATE SEQUENCE booking_proxy.versions;
   CREATE TABLE booking_proxy.entries (
     key text COLLATE "C" PRIMARY KEY,
     value text NOT NULL,
     version bigint NOT NULL DEFAULT nextval('booking_proxy.versions'),
     writer uuid NOT NULL
   );`,
  // By the database's clock, which all instances have in common.
  `CREATE TABLE booking_proxy.leases (
     name text COLLATE "C" PRIMARY KEY,
     holder uuid NOT NULL,
     until timestamptz NOT NULL
   );`,
  // A limit may begin anew after a crash, so nothing of it has to reach the disk.
  `CREATE UNLOGGED TABLE booking_proxy.uses (
     key text COLLATE "C" PRIMARY KEY,
     used bigint NOT NULL,
     until timestamptz NOT NULL
   );`,
];

/**
 * Brings the tables to this proxy's version.
 * @throws {StoreUnavailable} when they are those of a newer proxy
 */
export async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('BEGIN');
    // Within the transaction, so that it ends with it behind a pooler of transactions too.
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    const version = await readVersion(client);
    if (version > MIGRATIONS.length) {
      throw new StoreUnavailable(
        `its tables are of version ${version}, and this proxy knows ${MIGRATIONS.length}: update the proxy`,
      );
    }
    for (const migration of MIGRATIONS.slice(version)) await client.query(migration);
    if (version < MIGRATIONS.length) {
      await client.query('UPDATE booking_proxy.schema SET version = $1', [MIGRATIONS.length]);
    }
    await client.query('COMMIT');
  } catch (error) {
    failure = error as Error;
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release(failure);
  }
}

async function readVersion(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query("SELECT to_regclass('booking_proxy.schema') AS schema");
  if (rows[0]?.schema === null) {
    await client.query('CREATE SCHEMA IF NOT EXISTS booking_proxy');
    await client.query('CREATE TABLE booking_proxy.schema (version int NOT NULL)');
    await client.query('INSERT INTO booking_proxy.schema VALUES (0)');
  }
  const { rows: versions } = await client.query('SELECT version FROM booking_proxy.schema');
  return Number(versions[0]?.version);
}
