import { join } from 'node:path';
import { sandboxClients } from '../../../demo/sandbox/clients.ts';
import { freePorts } from '../../support/free-port.ts';
import type { Running } from './processes.ts';
import { start, untilListening } from './processes.ts';

export interface Server extends Running {
  readonly url: string;
}

/** The origin of the host page. */
export const ORIGIN = 'https://shop.example';

/** Starts the platform in its own process. */
export async function openPlatform(folder: string, scenario: string): Promise<Platform> {
  const [port = 0] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const running = await start(
    [process.execPath, '--import', 'tsx', 'demo/sandbox/server.ts', scenario],
    {
      env: { SANDBOX_PORT: String(port) },
      log: join(folder, 'platform.log'),
      core: 1,
    },
  );
  await untilListening(url);
  return {
    ...running,
    url,
    async disturb(fault) {
      const response = await fetch(`${url}/sandbox/faults`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ faults: [fault] }),
      });
      if (!response.ok)
        throw new Error(`The platform takes no such fault: ${await response.text()}`);
    },
    async struck() {
      const response = await fetch(`${url}/sandbox/faults`);
      const { faults } = (await response.json()) as { faults: { struck: number }[] };
      return faults[0]?.struck ?? 0;
    },
  };
}

export interface Platform extends Server {
  /** Sets the fault for every call from now on. */
  readonly disturb: (fault: object) => Promise<void>;
  /** The number of calls that it has struck. */
  readonly struck: () => Promise<number>;
}

/** No limits per address, because most benchmarks send all requests from one. */
const unlimited = {
  READS_PER_MINUTE: '100000000',
  QUOTES_PER_MINUTE: '100000000',
  ORDERS_PER_MINUTE: '100000000',
  RENDER_MS_PER_MINUTE: '100000000',
  CALLS_PER_CLIENT: '100000000',
  PLACES_PER_CLIENT: '100000000',
  ORDERS_PER_EMAIL: '100000000',
  EMAILS_PER_CLIENT: '100000000',
  PLATFORM_BUDGET: '900000000',
};

interface ProxyOptions {
  readonly script?: readonly string[];
  /** Further environment variables. */
  readonly limits?: Readonly<Record<string, string>>;
  /** How many descriptors the process may have. */
  readonly descriptors?: number;
  /** The variables that proxies on one store share. */
  readonly shared?: { readonly STORE_URL: string; readonly PROXY_SECRET: string };
}

/** The built proxy, as `npm run proxy` starts it; its log goes to a file. */
export async function openProxy(
  folder: string,
  platform: string,
  {
    script = ['dist/node/proxy/server.js'],
    limits = unlimited,
    descriptors,
    shared,
  }: ProxyOptions = {},
): Promise<Server> {
  const [port = 0, adminPort = 0] = await freePorts(2);
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PLATFORM_URL: platform,
    PLATFORM_CLIENT_ID: sandboxClients.reseller.id,
    PLATFORM_CLIENT_SECRET: sandboxClients.reseller.secret,
    PUBLIC_URL: url,
    ALLOWED_ORIGINS: ORIGIN,
    PROXY_SECRET: crypto.randomUUID(),
    STORE_URL: `file:${join(folder, `proxy-${port}.db`)}`,
    HOST: '127.0.0.1',
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
    ...limits,
    ...shared,
  };
  const log = join(folder, 'proxy.log');
  const command = [process.execPath, ...script];
  const limited = ['sh', '-c', `ulimit -n ${descriptors} && exec "$0" "$@"`, ...command];
  const running = await start(descriptors ? limited : command, { env, log, core: 0 });
  await untilListening(`${url}/livez`);
  return { ...running, url };
}

/** Starts a bare server that sends the response of another address. */
export async function openBare(
  folder: string,
  kind: 'node' | 'hono',
  source: string,
): Promise<Server> {
  const [port = 0] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const running = await start(
    [
      ...[process.execPath, '--import', 'tsx', 'test/benchmarks/support/bare.ts'],
      ...[kind, source, ORIGIN, String(port)],
    ],
    { log: join(folder, `${kind}.log`), core: 0 },
  );
  await untilListening(url);
  return { ...running, url };
}

/** Requests a reseller token, for calls that do not go through the proxy. */
export async function requestToken(platform: string): Promise<string> {
  const { id, secret } = sandboxClients.reseller;
  const grant = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
  const response = await fetch(`${platform}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(grant),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}
