import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { createProxy } from './app.ts';
import { createBackground } from './background.ts';
import type { Clock } from './clock.ts';
import { type Config, readConfig } from './config.ts';
import { ConfigError, explainEnd } from './config-error.ts';
import {
  adminConnections,
  createConnectionLimit,
  visitorConnections,
} from './guards/connection-limit.ts';
import { nodeEncoders } from './http/compression.ts';
import { createFetch } from './http/fetch.ts';
import { listen, type Listener, type ListenOptions } from './http/listener.ts';
import { createLog, type Log } from './log.ts';
import { createAdmin } from './operations/admin.ts';
import { readAssets } from './operations/assets.ts';
import { readDescriptors } from './operations/descriptors.ts';
import { checkSettings } from './operations/doctor-settings.ts';
import { createLogBuffer } from './operations/log-buffer.ts';
import { createMetrics } from './operations/metrics.ts';
import { stepsAfterStart } from './operations/next-steps.ts';
import { handleProcessErrors } from './operations/process-errors.ts';
import type { OrderCheck } from './order-check.ts';
import { checkPayments } from './payments/check-settings.ts';
import { loadStripe } from './payments/load-stripe.ts';
import type { PaymentProvider } from './payments/provider.ts';
import type { Fetch } from './ports.ts';
import { checkLanguages } from './routes/languages.ts';
import { type Assets, type HashedScript, prepareAssets } from './routes/widget.ts';
import { createDatabaseClock } from './store/database-clock.ts';
import { openStore } from './store/open.ts';
import {
  CLOCK_CHECKED_EVERY,
  CONNECTIONS_LOGGED_EVERY,
  STORE_START_TIMEOUT,
} from './time-limits.ts';

// All three in milliseconds.
/** How long a load balancer needs to notice that a proxy is not ready. */
const DRAIN_NOTICE = 5_000;
/** How long requests in flight have to finish once the listener closes. */
const DRAIN_TIMEOUT = 20_000;
/**
 * A second signal within this time is the first one again: npm forwards what both have received.
 */
const SAME_SIGNAL_WITHIN = 1_000;

/** The host is not an address of this machine, or its name does not resolve. */
const hostCodes: ReadonlySet<string> = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN']);

export interface ProxyListenOptions {
  readonly config: Config;
  /** This machine's wall clock. With a database the proxy goes by the database's clock. */
  readonly clock?: Clock;
  readonly monotonic?: Clock;
  readonly fetch?: Fetch;
  /** Takes JSON lines. */
  readonly log?: (text: string) => void;
  readonly assets?: Assets;
  /** Where the customers' payments are made; without it no order is paid here. */
  readonly payments?: PaymentProvider;
  /** How many files and sockets this process may have open; the system's limit by default. */
  readonly descriptors?: number;
  /** Called before an order is sent, and may refuse it. */
  readonly checkOrder?: OrderCheck;
}

export interface ListeningProxy {
  readonly url: string;
  /** Undefined where the widget is not built. */
  readonly script: HashedScript | undefined;
  /** Reports not ready from now on but still responds; streams end. */
  readonly retire: () => void;
  /** Takes no more requests, finishes those in flight, and closes the store. */
  readonly close: () => Promise<void>;
}

/**
 * Starts a proxy from a program of one's own, with a payment provider or a check of orders.
 *
 * @example
 * ```js
 * import { readFileSync } from 'node:fs';
 * import { readConfig } from './dist/node/proxy/config.js';
 * import { listenProxy } from './dist/node/proxy/server.js';
 *
 * const config = readConfig(process.env, (path) => readFileSync(path, 'utf8'));
 * const { close } = await listenProxy({ config, payments, checkOrder });
 * process.once('SIGTERM', close);
 * ```
 *
 * @throws {ConfigError} when a port or the store cannot be opened
 */
export async function listenProxy({
  config,
  clock: machineClock = Date.now,
  monotonic = () => performance.now(),
  fetch = createFetch(),
  log: output = writeToStdout,
  assets: built = readAssets('dist'),
  payments,
  descriptors = readDescriptors(),
  checkOrder,
}: ProxyListenOptions): Promise<ListeningProxy> {
  const { PORT: port, HOST: host, ADMIN_PORT, ADMIN_HOST } = config;
  if (ADMIN_PORT === port && port !== 0) {
    throw new ConfigError('ADMIN_PORT is wrong: set it to another port than PORT, or leave it out');
  }
  checkLanguages(config, built);
  checkPayments(config, payments);
  const retirement = new AbortController();
  const retire = () => retirement.abort();
  const isReady = () => !retirement.signal.aborted;
  const logBuffer = createLogBuffer(output);
  const logWaiting = createLog(logBuffer.write, machineClock);
  const store = await openStore(config.STORE_URL, {
    startTimeout: STORE_START_TIMEOUT,
    onWait: (error) => logWaiting({ event: 'store-awaited', error }),
  });
  const databaseClock =
    store.now && createDatabaseClock(store.now, { wall: machineClock, monotonic });
  // Before anything reads the clock; if it fails, the next check sets it.
  await databaseClock?.check().catch(() => {});
  const clock = databaseClock?.now ?? machineClock;
  const writeLog = createLog(logBuffer.write, clock);
  const metrics = createMetrics({ config, store, clock, isReady });
  const log: Log = (entry) => {
    metrics.count(entry);
    writeLog(entry);
  };
  const { assets, script } = await prepareAssets(built, config.PUBLIC_URL);
  const context = { config, fetch, store, clock, machineClock, monotonic, log };
  const createStripe = await loadStripe(config);
  const background = createBackground(log);
  const { every } = background;
  if (databaseClock) every(CLOCK_CHECKED_EVERY, databaseClock.check);
  const visitorLimits = visitorConnections(descriptors, config.TRUSTED_HOPS);
  const connectionLimit = createConnectionLimit(visitorLimits, log);
  const adminConnectionLimit = createConnectionLimit(adminConnections, log);
  every(CONNECTIONS_LOGGED_EVERY, connectionLimit.report);
  every(CONNECTIONS_LOGGED_EVERY, adminConnectionLimit.report);
  const proxy = createProxy({
    ...context,
    assets,
    every,
    encoders: nodeEncoders,
    closing: retirement.signal,
    ...(payments && { payments }),
    ...(createStripe && { createStripe }),
    ...(checkOrder && { checkOrder }),
  });

  process.once('exit', logBuffer.flush);
  const listeners: Listener[] = [];

  async function close(): Promise<void> {
    retire();
    await Promise.all(listeners.map((listener) => listener.close(DRAIN_TIMEOUT)));
    await background.stop();
    process.off('exit', logBuffer.flush);
    logBuffer.flush();
    await store.close();
  }

  async function open(prefix: '' | 'ADMIN_', options: ListenOptions): Promise<Listener> {
    const listener = await listen(options).catch(({ code }: NodeJS.ErrnoException) => {
      throw new ConfigError(prefix + listenAdvice(code));
    });
    listeners.push(listener);
    return listener;
  }

  try {
    const { url } = await open('', { port, host, handle: proxy, connectionLimit });
    if (ADMIN_PORT !== undefined) {
      const handle = createAdmin({ config, store, metrics, isReady });
      const admin = { handle, connectionLimit: adminConnectionLimit };
      await open('ADMIN_', { port: ADMIN_PORT, host: ADMIN_HOST, ...admin });
    }
    background.start();
    return { url, script, retire, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Ignores stdout's errors if nobody handles them: a closed pipe must not end an operator's own
 * program that starts a proxy.
 */
function writeToStdout(text: string): void {
  if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', () => {});
  process.stdout.write(text);
}

/** The caller puts the prefix of the variable in front. */
function listenAdvice(code = ''): string {
  if (code === 'EADDRINUSE') return 'PORT is taken: set it to a free port';
  if (hostCodes.has(code)) return `HOST is wrong: set it to an address of this machine (${code})`;
  return `PORT is wrong: set it to a port that this user may open (${code})`;
}

async function main(): Promise<void> {
  handleProcessErrors();
  const config = readConfig(process.env, (path) => readFileSync(path, 'utf8'));
  const { url, script, retire, close } = await listenProxy({ config });
  console.log(`Proxy  ${url}`);
  if (script) console.log(`  ${script.name}  integrity="${script.integrity}"`);
  else console.log('  dist/booking-widget.js is missing: npm run build makes it');
  checkSettings(config, (_, text) => console.log(`  warn  ${text}`));
  for (const step of stepsAfterStart(config)) console.log(`  ${step}`);
  closeOnSignal({ SIGINT: 0, SIGTERM: DRAIN_NOTICE }, retire, close);
}

/** `notices`: the milliseconds between each signal and closing. A second signal exits at once. */
function closeOnSignal(
  notices: Readonly<Record<string, number>>,
  retire: () => void,
  close: () => Promise<void>,
): void {
  let firstAt: number | undefined;
  for (const [signal, notice] of Object.entries(notices)) {
    process.on(signal, () => {
      if (firstAt !== undefined) {
        if (Date.now() >= firstAt + SAME_SIGNAL_WITHIN) process.exit(1);
        return;
      }
      firstAt = Date.now();
      retire();
      setTimeout(() => void close(), notice);
    });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  main().catch((error: unknown) => {
    console.error(explainEnd(error));
    process.exitCode = 1;
  });
}
