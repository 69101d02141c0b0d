import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { createNodeProcess, type NodeProcess } from '../chaos/node-process.ts';
import { freePorts } from '../support/free-port.ts';
import { type FetchOverTls, startBalancer } from './balancer.ts';

/** The part of proxy/compose.yaml that the tests read. */
interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>;
}
interface Service {
  readonly env_file?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly ulimits?: Readonly<Record<string, number>>;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly pids_limit?: number;
}

/** The services of proxy/compose.yaml, each as a process of this machine. */
export interface LocalServices {
  readonly proxies: readonly NodeProcess[];
  readonly adminPorts: readonly number[];
  /** Sends a request over TLS through the balancer. */
  readonly fetch: FetchOverTls;
  close(): Promise<void>;
}

const COMPOSE = 'proxy/compose.yaml';

export const readCompose = () =>
  parse(readFileSync(COMPOSE, 'utf8'), { merge: true }) as ComposeFile;

/** Starts them with `values` as proxy/.env would have them; `storeUrl` is the database's address here. */
export async function startServices(
  program: string,
  storeUrl: string,
  values: Readonly<Record<string, string>>,
): Promise<LocalServices> {
  const { services } = readCompose();
  const names = Object.keys(services).filter((name) => name.startsWith('proxy-'));
  const ports = await freePorts(2 * names.length);
  const adminPorts = ports.splice(names.length);

  const proxies = names.map((name, index) => {
    const env = readEnvironment(services[name], values);
    return createNodeProcess({
      name,
      script: program,
      readyLine: 'Proxy ',
      env: {
        ...env,
        STORE_URL: storeUrl,
        PORT: String(ports[index]),
        ADMIN_PORT: String(adminPorts[index]),
      },
    });
  });
  await Promise.all(proxies.map((proxy) => proxy.start()));

  const balancer = await startBalancer({
    upstreams: Object.fromEntries(names.map((name, index) => [name, ports[index] ?? 0])),
    env: readEnvironment(services['balancer'], values),
  });
  return {
    proxies,
    adminPorts,
    fetch: balancer.fetch,
    async close() {
      await balancer.close();
      await Promise.all(proxies.map((proxy) => proxy.stop()));
    },
  };
}

/**
 * That of `env_file` and its own, with `${NAME:?}` filled in.
 * @throws {Error} for a value that is missing, as compose does
 */
export function readEnvironment(
  service: Service | undefined,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const entries = Object.entries(service?.environment ?? {}).map(([name, written]) => {
    const value = written.replace(/\$\{(\w+):\?\}/g, (_, wanted: string) => {
      if (!values[wanted]) throw new Error(`${wanted} is missing.`);
      return values[wanted];
    });
    return [name, value];
  });
  const ofFile = service?.env_file === '.env' ? values : {};
  return { ...ofFile, ...(Object.fromEntries(entries) as Record<string, string>) };
}
