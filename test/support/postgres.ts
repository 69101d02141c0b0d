import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePorts } from './free-port.ts';
import { killAtExit } from './kill-at-exit.ts';

/** Debian's folder, with one folder per version. */
const VERSIONS = '/usr/lib/postgresql';
const PASSWORD = 'p@ss:w/rd?';

/** A server that ends with the process that started it. */
export interface PostgresServer {
  /** Resolves to the address of a new, empty database. */
  createDatabase(): Promise<string>;
  /** Ends every connection, as a restart would. */
  cutConnections(): Promise<void>;
  /** Ends the server at once, and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
  /**
   * Copies the server's files while it stands still, as a snapshot of its volume does. Resolves to a
   * function that ends the server and starts it again on the copy.
   */
  snapshot(): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** The folder of its programs; undefined where it is not installed. */
export function findPostgres(): string | undefined {
  if (!existsSync(VERSIONS)) return undefined;
  const [newest] = readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a));
  const folder = join(VERSIONS, newest ?? '', 'bin');
  return existsSync(join(folder, 'initdb')) ? folder : undefined;
}

export async function startPostgres(): Promise<PostgresServer> {
  const programs = findPostgres();
  if (!programs) throw new Error('apt-get install postgresql-15');
  const [port = 0] = await freePorts(1);
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, PASSWORD);
  // PostgreSQL refuses to run as root.
  const user = userInfo().uid === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  if (user.uid !== undefined) {
    for (const path of [folder, passwordFile]) chownSync(path, user.uid, user.gid);
  }
  execFileSync(
    join(programs, 'initdb'),
    [
      ...['-D', data, '-U', 'booking', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`],
      ...['-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    ],
    { ...user, stdio: 'pipe' },
  );

  const address = (database: string) =>
    `postgres://booking:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${database}`;
  let server: ChildProcess | undefined;
  let ended: Promise<void> = Promise.resolve();

  async function asAdmin(text: string): Promise<void> {
    const client = new pg.Client({ connectionString: address('postgres') });
    await client.connect();
    try {
      await client.query(text);
    } finally {
      await client.end();
    }
  }

  async function start(): Promise<void> {
    const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: folder };
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    server = spawn(join(programs!, 'postgres'), ['-D', data, ...args], {
      ...user,
      stdio: 'ignore',
    });
    const started = server;
    killAtExit(started, 'SIGQUIT');
    ended = new Promise((resolve) => started.once('exit', () => resolve()));
    const isReady = () =>
      spawnSync(join(programs!, 'pg_isready'), ['-h', '127.0.0.1', '-p', `${port}`]).status === 0;
    while (!isReady()) {
      if (started.exitCode !== null) throw new Error('PostgreSQL has ended by itself.');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async function stop(signal: NodeJS.Signals = 'SIGQUIT'): Promise<void> {
    server?.kill(signal);
    await ended;
  }

  await start();
  let databases = 0;
  let copies = 0;

  return {
    start,
    stop,
    async createDatabase() {
      const name = `shop_${++databases}`;
      await asAdmin(`CREATE DATABASE ${name}`);
      return address(name);
    },
    cutConnections: () =>
      asAdmin(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname IS NOT NULL',
      ),
    async restart() {
      await stop();
      await start();
    },
    async snapshot() {
      const copy = join(folder, `copy-${++copies}`);
      const pids = [server?.pid, ...childrenOf(server?.pid)].map(Number);
      for (const pid of pids) process.kill(pid, 'SIGSTOP');
      execFileSync('cp', ['-a', data, copy]);
      for (const pid of pids) process.kill(pid, 'SIGCONT');
      rmSync(join(copy, 'postmaster.pid'));
      return async () => {
        await stop();
        rmSync(data, { recursive: true });
        execFileSync('cp', ['-a', copy, data]);
        await start();
      };
    },
    async close() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function childrenOf(pid = 0): string[] {
  return (
    execFileSync('ps', ['-o', 'pid=', '--ppid', `${pid}`], { encoding: 'utf8' }).match(/\d+/g) ?? []
  );
}

/** The id of the user that Debian's package creates. */
function idOf(what: '-u' | '-g'): number {
  return Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' }));
}
