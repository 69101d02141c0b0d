import pg from 'pg';
import {
  STORE_CONNECT_TIMEOUT,
  STORE_RETRY_PAUSE,
  STORE_RETRY_UNTIL,
  STORE_STATEMENT_TIMEOUT,
} from '../time-limits.ts';
import { createPostgresInstances } from './postgres-instances.ts';
import { migrate } from './postgres-schema.ts';
import { type Store, StoreDamaged, type StoreEntry, StoreUnavailable } from './store.ts';

/** One instance needs few: a statement takes a millisecond or so. */
const CONNECTIONS = 10;
/** No key has it, so whatever begins with a prefix comes before the prefix with it. */
const LAST_CHARACTER = '\u{10ffff}';
/** SQLSTATE: data or an index cannot be read, or the table is gone. */
const DAMAGED = /^(XX00[012]|42P01)$/;
/**
 * SQLSTATE class 57P: the server is shutting down, has crashed or is starting. Whether a statement
 * that was under way then was committed is not known.
 */
const CUT_BY_SERVER = /^57P0[123]$/;

const GET = 'SELECT value, version FROM booking_proxy.entries WHERE key = $1';
const CREATE = `INSERT INTO booking_proxy.entries (key, value, writer) VALUES ($1, $2, $3)
  ON CONFLICT (key) DO NOTHING RETURNING version`;
const REPLACE = `UPDATE booking_proxy.entries
  SET value = $2, writer = $3, version = nextval('booking_proxy.versions')
  WHERE key = $1 AND version = $4 RETURNING version`;
const WRITTEN_BY = 'SELECT version FROM booking_proxy.entries WHERE key = $1 AND writer = $2';
const REMOVE = 'DELETE FROM booking_proxy.entries WHERE key = $1 AND version = $2';
// The bounds are what the index is read by.
const LIST = `SELECT key, value, version FROM booking_proxy.entries
  WHERE key >= $1 AND key < $2 AND key > $3 ORDER BY key LIMIT $4`;

/**
 * A PostgreSQL database, shared by any number of proxies. Versions come from a sequence, which never
 * hands out a number twice.
 * @throws {StoreUnavailable} when it cannot be reached or used; the message says why
 * @throws {StoreDamaged}
 */
export async function openPostgresStore(url: string): Promise<Store> {
  const pool = createPool(url);
  try {
    await whileLost(() => migrate(pool));
  } catch (error) {
    await pool.end();
    throw error;
  }
  const run = (text: string, values: unknown[]) => whileLost(() => pool.query({ text, values }));
  const { close: leave, ...instances } = createPostgresInstances(url, run);

  return {
    ...instances,

    async get(key) {
      const { rows } = await run(GET, [key]);
      return rows[0] && entryOf(rows[0]);
    },

    /**
     * When the connection is lost, nobody knows whether the write was made. It is made once more: it
     * can be made only once, because it names the version, and a row says who has written it.
     */
    async put(key, value, expectedVersion) {
      const writer = crypto.randomUUID();
      const { rows } =
        expectedVersion === 0
          ? await run(CREATE, [key, value, writer])
          : await run(REPLACE, [key, value, writer, expectedVersion]);
      const written = rows[0] ?? (await run(WRITTEN_BY, [key, writer])).rows[0];
      return written && Number(written.version);
    },

    /** Not sent again: the second time it would say that somebody else was first. */
    async delete(key, expectedVersion) {
      try {
        return (await pool.query(REMOVE, [key, expectedVersion])).rowCount === 1;
      } catch (error) {
        throw toUnavailable(error);
      }
    },

    async list(prefix, { afterKey = '', limit = null as number | null } = {}) {
      const { rows } = await run(LIST, [prefix, prefix + LAST_CHARACTER, afterKey, limit]);
      return rows.map((row) => ({ key: String(row.key), ...entryOf(row) }));
    },

    async close() {
      await leave();
      await pool.end();
    },
  };
}

/** Tries again what may be done again: the connection may be lost in the middle of it. */
async function whileLost<T>(operation: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + STORE_RETRY_UNTIL; ;) {
    try {
      return await operation();
    } catch (error) {
      if (!isLost(error) || performance.now() > end) throw toUnavailable(error);
    }
    await new Promise((resolve) => setTimeout(resolve, STORE_RETRY_PAUSE));
  }
}

function createPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: CONNECTIONS,
    application_name: 'booking-proxy',
    keepAlive: true,
    connectionTimeoutMillis: STORE_CONNECT_TIMEOUT,
    statement_timeout: STORE_STATEMENT_TIMEOUT,
    lock_timeout: STORE_STATEMENT_TIMEOUT,
    // A server that is cut off says nothing at all.
    query_timeout: STORE_STATEMENT_TIMEOUT + STORE_CONNECT_TIMEOUT,
    // An intent has to be on the disk before the order is sent, whatever the database's default is.
    verify(client, done) {
      client.query('SET synchronous_commit = on', (error) => done(error ?? undefined));
    },
  });
  // A connection that is lost while nobody uses it is replaced when one is needed.
  pool.on('error', () => undefined);
  return pool;
}

function entryOf({ value, version }: { value: string; version: string }): StoreEntry {
  // A bigint comes as a text. A sequence needs 285 years at a million a second to leave a double.
  return { value, version: Number(version) };
}

/** Whether the connection was lost, or could not be made, rather than the statement refused. */
function isLost(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || CUT_BY_SERVER.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return String((error as { readonly code?: unknown }).code);
}

/** What the driver says names hosts, users and databases, and never a password. */
function toUnavailable(error: unknown): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error;
  const { message, code } = error as { readonly message?: string; readonly code?: string };
  const reason = message || code || 'unknown';
  return DAMAGED.test(codeOf(error)) ? new StoreDamaged(reason) : new StoreUnavailable(reason);
}
