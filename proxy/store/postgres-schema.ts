import type pg from 'pg';
import { StoreUnavailable } from './store.ts';

/** The key of an advisory lock, so that one instance at a time migrates. */
const LOCK = 0x626f_6f6b;

/**
 * `MIGRATIONS[n]` migrates version n of the schema to n + 1; the first one creates the tables. A
 * migration is never changed once it is released. Old and new proxies run side by side, so a
 * migration must not break the version before it.
 *
 * About the tables: collation C compares keys by bytes, as the other engines do. Leases go by the
 * database's clock, which all instances share. `uses` is unlogged, as counts may be lost in a
 * crash.
 */
const MIGRATIONS: readonly string[] = [
  `CREATE SEQUENCE booking_proxy.versions;
   CREATE TABLE booking_proxy.entries (
     key text COLLATE "C" PRIMARY KEY,
     value text NOT NULL,
     version bigint NOT NULL DEFAULT nextval('booking_proxy.versions'),
     writer uuid NOT NULL
   );
   CREATE TABLE booking_proxy.leases (
     name text COLLATE "C" PRIMARY KEY,
     holder uuid NOT NULL,
     until timestamptz NOT NULL
   );
   CREATE UNLOGGED TABLE booking_proxy.uses (
     key text COLLATE "C" PRIMARY KEY,
     used bigint NOT NULL,
     until timestamptz NOT NULL
   );`,
];

/**
 * Migrates the schema to this proxy's version.
 * @throws {StoreUnavailable} when the schema is that of a newer proxy
 */
export async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('BEGIN');
    // The transaction's lock, not the session's: a pooler may give the next transaction another
    // connection.
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    const version = await ensureVersion(client);
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

/** The version of the schema, which is created with version 0 if it is missing. */
async function ensureVersion(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query("SELECT to_regclass('booking_proxy.schema') AS schema");
  if (rows[0]?.schema === null) {
    await client.query('CREATE SCHEMA IF NOT EXISTS booking_proxy');
    await client.query('CREATE TABLE booking_proxy.schema (version int NOT NULL)');
    await client.query('INSERT INTO booking_proxy.schema VALUES (0)');
  }
  const { rows: versions } = await client.query('SELECT version FROM booking_proxy.schema');
  return Number(versions[0]?.version);
}
