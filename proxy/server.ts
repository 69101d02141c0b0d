import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { createProxy } from './app.ts';
import type { Clock } from './clock.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { createLog, describeError, type Log } from './log.ts';
import { createAdmin } from './operations/admin.ts';
import { readAssets } from './operations/assets.ts';
import { createCompress } from './http/compression.ts';
import { createFetch } from './http/fetch.ts';
import { createLines } from './operations/lines.ts';
import { listen, type Listening, type ListenOptions } from './http/listener.ts';
import { createMetrics } from './operations/metrics.ts';
import { type Assets, prepareAssets } from './routes/widget.ts';
import { openFileStore } from './store/file.ts';
import { createMemoryStore } from './store/memory.ts';
import type { Store } from './store/store.ts';
import type { Fetch } from './context.ts';

/**
 * A balancer needs so long to notice that a proxy is not ready any more, and to send its visitors
 * elsewhere.
 */
const NOTICE = 5_000;
/** What is still running then has so long to end. */
const PATIENCE = 20_000;
/** Within it a signal is still the first one: npm passes on what the terminal has sent to both. */
const SAME = 1_000;

export interface ProxyListenOptions {
  readonly config: Config;
  readonly clock?: Clock;
  readonly fetch?: Fetch;
  /** Takes JSON lines. */
  readonly log?: (text: string) => void;
  readonly assets?: Assets;
}

export interface ListeningProxy {
  readonly url: string;
  /** The script's own address, and the `integrity` that a snippet may pin it with. */
  readonly script: { readonly name: string; readonly integrity: string } | undefined;
  /** Is not ready from now on, though it still answers. */
  readonly retire: () => void;
  /** Takes no more requests, finishes those that run, and closes the store. */
  readonly close: () => Promise<void>;
}

export async function listenProxy({
  config,
  clock = Date.now,
  fetch = createFetch(),
  log: output = (text) => process.stdout.write(text),
  assets: built = readAssets('dist'),
}: ProxyListenOptions): Promise<ListeningProxy> {
  const { PORT: port, HOST: host, ADMIN_PORT, ADMIN_HOST } = config;
  if (ADMIN_PORT === port && port !== 0) {
    throw new ConfigError('ADMIN_PORT is wrong: set it to another port than PORT, or leave it out');
  }
  let isRetired = false;
  const isReady = () => !isRetired;
  const store = openStore(config.STORE_URL);
  const lines = createLines(output);
  const write = createLog(lines.write, clock);
  const metrics = createMetrics({ config, store, clock, isReady });
  const log: Log = (entry) => {
    metrics.count(entry);
    write(entry);
  };
  const compress = createCompress();
  const { assets, script } = await prepareAssets(built, config.PUBLIC_URL);
  const proxy = createProxy({ config, fetch, store, clock, assets, log, compress, isReady });

  process.once('exit', lines.flush);
  const listening: Listening[] = [];

  async function close(): Promise<void> {
    await Promise.all(listening.map((one) => one.close(PATIENCE)));
    process.off('exit', lines.flush);
    lines.flush();
    await store.close();
  }

  try {
    const { url } = await open('PORT', { port, host, handle: proxy });
    if (ADMIN_PORT !== undefined) {
      const handle = createAdmin(config, metrics, isReady);
      await open('ADMIN_PORT', { port: ADMIN_PORT, host: ADMIN_HOST, handle });
    }
    return { url, script, retire: () => (isRetired = true), close };
  } catch (error) {
    await close();
    throw error;
  }

  async function open(variable: string, options: ListenOptions): Promise<Listening> {
    const opened = await listen(options).catch(({ code }: NodeJS.ErrnoException) => {
      const fault = code === 'EADDRINUSE' ? 'taken' : `wrong, or its host is (${code})`;
      throw new ConfigError(`${variable} is ${fault}: set it to a free port`);
    });
    listening.push(opened);
    return opened;
  }
}

export function openStore(url: string): Store {
  if (url === 'memory:') return createMemoryStore();
  try {
    return openFileStore(url.replace(/^file:/, ''));
  } catch {
    throw new ConfigError('STORE_URL is wrong: set it to a file that this proxy may write');
  }
}

async function main(): Promise<void> {
  const config = readConfig(process.env, (path) => readFileSync(path, 'utf8'));
  const { url, script, retire, close } = await listenProxy({ config });
  console.log(`Proxy  ${url}`);
  if (script) console.log(`  ${script.name}  integrity="${script.integrity}"`);
  else console.log('  dist/booking-widget.js is missing: npm run build makes it');
  endOn({ SIGINT: 0, SIGTERM: NOTICE }, retire, close);
  // An answer that went wrong where nobody waited for it is no reason to drop all others.
  process.on('unhandledRejection', (error) => {
    console.error(JSON.stringify({ event: 'unhandled-rejection', ...describeError(error) }));
  });
}

/**
 * After the notice, in milliseconds, that each signal gives; a second signal ends the process at
 * once.
 */
function endOn(
  notices: Readonly<Record<string, number>>,
  retire: () => void,
  close: () => Promise<void>,
): void {
  let since: number | undefined;
  for (const [signal, notice] of Object.entries(notices)) {
    process.on(signal, () => {
      const isSecond = Date.now() >= (since ?? Infinity) + SAME;
      if (isSecond) process.exit(1);
      if (since !== undefined) return;
      since = Date.now();
      retire();
      setTimeout(() => void close(), notice);
    });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  main().catch((error: unknown) => {
    console.error((error as Error).message);
    process.exitCode = 1;
  });
}
