import type pg from 'pg';
import { STORE_CONNECT_TIMEOUT, STORE_LISTEN_PAUSE } from '../time-limits.ts';
import { PostgresClient } from './postgres-client.ts';
import type { Instances, UseOfAll } from './store.ts';

const CHANNEL = 'booking_proxy';

const ACQUIRE = `INSERT INTO booking_proxy.leases AS lease (name, holder, until)
  VALUES ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
  WHERE lease.holder = excluded.holder OR lease.until < clock_timestamp()
  RETURNING name`;
const RELEASE = 'DELETE FROM booking_proxy.leases WHERE name = $1 AND holder = $2';
const RELEASE_ALL = 'DELETE FROM booking_proxy.leases WHERE holder = $1';
const ANNOUNCE = `SELECT pg_notify('${CHANNEL}', '')`;
// Sorted by key, so that two instances cannot deadlock.
const COUNT = `INSERT INTO booking_proxy.uses AS use (key, used, until)
  SELECT key, amount, clock_timestamp() + length * interval '1 millisecond'
  FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS counted (key, amount, length) ORDER BY key
  ON CONFLICT (key) DO UPDATE SET
    used = excluded.used + CASE WHEN use.until > clock_timestamp() THEN use.used ELSE 0 END,
    until = CASE WHEN use.until > clock_timestamp() THEN use.until ELSE excluded.until END
  RETURNING key, used, extract(epoch FROM until - clock_timestamp()) * 1000 AS ends_in`;
const FORGET = 'DELETE FROM booking_proxy.uses WHERE until < clock_timestamp()';
/** Every 60th count also removes the rows that have expired. */
const FORGOTTEN_EVERY = 60;

type Run = (text: string, values: unknown[]) => Promise<pg.QueryResult>;

/** `run` repeats a statement whose connection was lost, so each statement may be executed twice. */
export function createPostgresInstances(
  url: string,
  run: Run,
): Instances & { readonly close: () => Promise<void> } {
  const holder = crypto.randomUUID();
  const announcements = createAnnouncements(url);
  let counts = 0;

  return {
    hasOthers: true,

    async acquire(lease, milliseconds) {
      return (await run(ACQUIRE, [lease, holder, milliseconds])).rowCount === 1;
    },

    async release(lease) {
      await run(RELEASE, [lease, holder]);
    },

    async announce() {
      await run(ANNOUNCE, []);
    },

    listen: announcements.listen,

    async count(uses) {
      counts += 1;
      if (counts % FORGOTTEN_EVERY === 0) await run(FORGET, []);
      const columns = [
        uses.map(({ key }) => key),
        uses.map(({ amount }) => amount),
        uses.map(({ length }) => length),
      ];
      const { rows } = await run(COUNT, columns);
      return new Map(
        rows.map((row): [string, UseOfAll] => [
          String(row.key),
          { used: Number(row.used), endsIn: Math.max(0, Number(row.ends_in)) },
        ]),
      );
    },

    /** Releases the leases, so that other instances need not wait until they expire. */
    async close() {
      await announcements.close();
      await run(RELEASE_ALL, [holder]).catch(() => undefined);
    },
  };
}

/**
 * LISTEN on a connection of its own, which is opened for the first listener and again when it is
 * lost.
 */
function createAnnouncements(connectionString: string) {
  const listeners = new Set<() => void>();
  let client: PostgresClient | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  const notifyListeners = () => listeners.forEach((listener) => listener());

  async function connect(): Promise<void> {
    const opened = new PostgresClient({
      connectionString,
      application_name: 'booking-proxy',
      keepAlive: true,
      connectionTimeoutMillis: STORE_CONNECT_TIMEOUT,
    });
    client = opened;
    const connectAgain = () => {
      if (isClosed || client !== opened) return;
      clearTimeout(timer);
      timer = setTimeout(() => void connect(), STORE_LISTEN_PAUSE);
    };
    opened.once('end', connectAgain);
    opened.on('notification', notifyListeners);
    try {
      await opened.connect();
      await opened.query(`LISTEN ${CHANNEL}`);
      // Announcements may have been missed while there was no connection.
      notifyListeners();
    } catch {
      connectAgain();
      await opened.end().catch(() => undefined);
    }
  }

  return {
    listen(listener: () => void) {
      listeners.add(listener);
      if (!client) void connect();
      return () => void listeners.delete(listener);
    },

    async close() {
      isClosed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
