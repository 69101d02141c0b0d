import { readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { HttpBindings } from '@hono/node-server';
import { serve } from '@hono/node-server';
import { createProxy } from './app.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { ConfigError, readConfig } from './config.ts';
import type { Assets } from './routes/widget.ts';
import { prepareScript } from './routes/widget.ts';
import { openFileStore } from './store/file.ts';
import { createMemoryStore } from './store/memory.ts';
import type { Store } from './store/store.ts';
import type { Fetch } from './surroundings.ts';

export interface ListenOptions {
  readonly config: Config;
  readonly clock?: Clock;
  readonly fetch?: Fetch;
  readonly log?: (line: string) => void;
  readonly assets?: Assets;
}

export interface ListeningProxy {
  readonly url: string;
  /** Takes no more requests, finishes those that run, and closes the store. */
  readonly close: () => Promise<void>;
}

export async function listenProxy({
  config,
  clock = Date.now,
  fetch = (request) => globalThis.fetch(request),
  log = console.log,
  assets = readAssets('dist'),
}: ListenOptions): Promise<ListeningProxy> {
  const store = openStore(config.STORE_URL);
  const proxy = createProxy({ config, fetch, store, clock, assets, log });
  const { PORT: port, HOST: host } = config;

  return new Promise((resolve, reject) => {
    const server = serve(
      {
        port,
        ...(host !== undefined && { hostname: host }),
        fetch: (request, env) => proxy(request, { address: peerOf(env as HttpBindings) }),
      },
      (address: AddressInfo) => {
        resolve({
          url: `http://${host ?? 'localhost'}:${address.port}`,
          close: async () => {
            await new Promise((closed) => server.close(closed));
            await store.close();
          },
        });
      },
    );
    server.once('error', (error) => {
      void store.close();
      reject(error);
    });
  });
}

function openStore(url: string): Store {
  if (url === 'memory:') return createMemoryStore();
  try {
    return openFileStore(url.replace(/^file:/, ''));
  } catch {
    throw new ConfigError('STORE_URL is wrong: set it to a file that this proxy may write');
  }
}

function peerOf({ incoming }: HttpBindings): string {
  return incoming.socket.remoteAddress ?? '';
}

/** The built widget and its words. A proxy without them still serves pages that bring their own. */
function readAssets(folder: string): Assets {
  const messages = join(folder, 'messages');
  const files = [
    ...list(folder).filter((name) => name === 'booking-widget.js'),
    ...list(messages).map((name) => `messages/${name}`),
  ];
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const assets = readAssets('dist');
  const script = await prepareScript(assets, config.PUBLIC_URL);
  const { url, close } = await listenProxy({ config, assets });
  console.log(`Proxy  ${url}`);
  console.log(
    script
      ? `  booking-widget-${script.hash}.js  integrity="${script.integrity}"`
      : '  dist/booking-widget.js is missing: npm run build makes it',
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close());
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  main().catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    console.error(code === 'EADDRINUSE' ? 'PORT is taken: set it to a free port' : message);
    process.exitCode = 1;
  });
}
