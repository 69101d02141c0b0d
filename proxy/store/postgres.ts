import pg from 'pg';
import { wait } from '../clock.ts';
import {
  STORE_CONNECT_TIMEOUT,
  STORE_RETRY_PAUSE,
  STORE_RETRY_UNTIL,
  STORE_STATEMENT_TIMEOUT,
} from '../time-limits.ts';
import { PostgresClient } from './postgres-client.ts';
import { createPostgresInstances } from './postgres-instances.ts';
import { migrate } from './postgres-schema.ts';
import {
  errorCodeOf,
  LAST_CHARACTER,
  type Store,
  StoreDamaged,
  type StoreEntry,
  StoreUnavailable,
} from './store.ts';

/** Per instance. Few are enough, because a statement takes about a millisecond. */
const CONNECTIONS = 10;
/** SQLSTATE: internal error, damaged data or index, undefined table. */
const damagedCodes: ReadonlySet<string> = new Set(['XX000', 'XX001', 'XX002', '42P01']);
/**
 * SQLSTATE: admin shutdown, crash shutdown, cannot connect now. Whether a running statement was
 * committed is not known.
 */
const shutdownCodes: ReadonlySet<string> = new Set(['57P01', '57P02', '57P03']);
/** Errors of a server, or a machine, that is starting. No other error goes away by waiting. */
const startingCodes: ReadonlySet<string> = new Set([
  ...shutdownCodes,
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** The driver's message for a connection that was closed without an error, which has no code. */
const CLOSED = /^Connection terminated/;

export interface PostgresOptions {
  /** How long to wait for a server that is starting, in milliseconds. */
  readonly startTimeout?: number;
  /** Called every few seconds meanwhile, with the code of the last failure. */
  readonly onWait?: (code: string) => void;
}

const GET = 'SELECT value, version FROM booking_proxy.entries WHERE key = $1';
const CREATE = `INSERT INTO booking_proxy.entries (key, value, writer) VALUES ($1, $2, $3)
  ON CONFLICT (key) DO NOTHING RETURNING version, pg_current_xact_id() AS transaction`;
const REPLACE = `UPDATE booking_proxy.entries
  SET value = $2, writer = $3, version = nextval('booking_proxy.versions')
  WHERE key = $1 AND version = $4 RETURNING version, pg_current_xact_id() AS transaction`;
const WRITTEN_BY = 'SELECT version FROM booking_proxy.entries WHERE key = $1 AND writer = $2';
const NOW = 'SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now';
const REMOVE = 'DELETE FROM booking_proxy.entries WHERE key = $1 AND version = $2';
// The bounds restrict the index scan.
const LIST = `SELECT key, value, version FROM booking_proxy.entries
  WHERE key >= $1 AND key < $2 AND key > $3 ORDER BY key LIMIT $4`;

/**
 * A PostgreSQL database, shared by any number of proxies. Versions come from a sequence, so none is
 * used twice. After a crash, a sequence may continue 32 values ahead of the data. Transaction ids
 * do not, so they show whether writes were lost.
 * @throws {StoreUnavailable} when it cannot be reached or used; the message says why
 * @throws {StoreDamaged}
 */
export async function openPostgresStore(
  url: string,
  options: PostgresOptions = {},
): Promise<Store> {
  const pool = createPool(url);
  try {
    await whileStarting(() => migrate(pool), options);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const run = (text: string, values: unknown[]) => whileLost(() => pool.query({ text, values }));
  const { close: leave, ...instances } = createPostgresInstances(url, run);
  let lastTransaction = 0;
  let losses = 0;
  let tellLoss = () => {};

  /** Returns a function to call with the transaction id of the write that begins now. */
  function watchTransaction(): (id: number) => void {
    const [before, lossesBefore] = [lastTransaction, losses];
    return (id) => {
      if (losses !== lossesBefore) return;
      const isLost = id <= before;
      lastTransaction = isLost ? id : Math.max(id, lastTransaction);
      if (!isLost) return;
      losses += 1;
      tellLoss();
    };
  }

  return {
    ...instances,

    async get(key) {
      const { rows } = await run(GET, [key]);
      return rows[0] && entryOf(rows[0]);
    },

    /**
     * When the connection is lost, the write may have been made. Repeating it is safe: it names the
     * expected version, and the row's `writer` tells whether the first write was made.
     */
    async put(key, value, expectedVersion) {
      const writer = crypto.randomUUID();
      const seeTransaction = watchTransaction();
      const { rows } =
        expectedVersion === 0
          ? await run(CREATE, [key, value, writer])
          : await run(REPLACE, [key, value, writer, expectedVersion]);
      if (rows[0]) seeTransaction(Number(rows[0].transaction));
      const written = rows[0] ?? (await run(WRITTEN_BY, [key, writer])).rows[0];
      return written && Number(written.version);
    },

    /** Not repeated: the second time it would report that another writer was first. */
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

    async now() {
      return Number((await run(NOW, [])).rows[0]?.now);
    },

    onLoss(listener) {
      tellLoss = listener;
    },

    async close() {
      await leave();
      await pool.end();
    },
  };
}

/** Keeps retrying while the server is starting. */
async function whileStarting<T>(
  operation: () => Promise<T>,
  { startTimeout = 0, onWait }: PostgresOptions,
): Promise<T> {
  for (const end = performance.now() + startTimeout; ;) {
    try {
      return await whileLost(operation);
    } catch (error) {
      const code = startingCodeOf((error as Error).cause);
      if (code === undefined || performance.now() > end) throw error;
      onWait?.(code);
    }
  }
}

/** The code of an error that a server, or a balancer in front of it, gives while it is starting. */
function startingCodeOf(error: unknown): string | undefined {
  const code = errorCodeOf(error);
  if (startingCodes.has(code)) return code;
  return error instanceof Error && CLOSED.test(error.message) ? 'closed' : undefined;
}

/** Retries an idempotent operation while the connection is lost. */
async function whileLost<T>(operation: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + STORE_RETRY_UNTIL; ;) {
    try {
      return await operation();
    } catch (error) {
      if (!isLost(error) || performance.now() > end) throw toUnavailable(error);
    }
    await wait(STORE_RETRY_PAUSE);
  }
}

function createPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    Client: PostgresClient,
    max: CONNECTIONS,
    application_name: 'booking-proxy',
    keepAlive: true,
    connectionTimeoutMillis: STORE_CONNECT_TIMEOUT,
    statement_timeout: STORE_STATEMENT_TIMEOUT,
    lock_timeout: STORE_STATEMENT_TIMEOUT,
    // On the client's side, for a server that does not respond at all.
    query_timeout: STORE_STATEMENT_TIMEOUT + STORE_CONNECT_TIMEOUT,
    // An intent has to be on disk before its order is sent, whatever the database's default is.
    verify(client, done) {
      client.query('SET synchronous_commit = on', (error) => done(error ?? undefined));
    },
  });
  // The pool itself emits `error` too, for an idle connection that was lost, and replaces the
  // connection.
  pool.on('error', () => undefined);
  return pool;
}

function entryOf({ value, version }: { value: string; version: string }): StoreEntry {
  // A bigint comes as text. At a million a second, it stays exact as a double for 285 years.
  return { value, version: Number(version) };
}

/** Whether the connection was lost, as opposed to the statement refused. */
function isLost(error: unknown): boolean {
  if (error instanceof StoreUnavailable) return false;
  return !(error instanceof pg.DatabaseError) || shutdownCodes.has(errorCodeOf(error));
}

/** The driver's messages name hosts, users and databases, but no password. */
function toUnavailable(error: unknown): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error;
  const { message, code } = error as { readonly message?: string; readonly code?: string };
  const reason = message || code || 'unknown';
  return damagedCodes.has(errorCodeOf(error))
    ? new StoreDamaged(reason, { cause: error })
    : new StoreUnavailable(reason, { cause: error });
}
