import { sandboxClients } from '../../demo/sandbox/clients.ts';
import type { Alarm } from '../judge/evidence.ts';
import { freePorts } from '../support/free-port.ts';
import type { Bank } from './bank.ts';
import { withClockError } from './clock-error.ts';
import { createNodeProcess, type NodeProcess } from './node-process.ts';

/** A proxy that is killed and started again, always at the same address. */
export interface ProxyProcess extends NodeProcess {
  readonly name: string;
  readonly url: string;
  alarms(): readonly Alarm[];
}

export interface ProxiesOptions {
  readonly count: number;
  readonly program: string;
  /** Its working directory; by default that of this process. */
  readonly cwd?: string;
  /** One for all, or one for each. */
  readonly platformUrl: string | readonly string[];
  /** The address of the store that all of them share. */
  readonly storeUrl: string;
  /** The timeout of one request to the platform. */
  readonly timeoutSeconds: number;
  /** By how many milliseconds each wall clock is wrong. */
  readonly clockErrors?: readonly number[];
  /** Where orders are paid; by default they are not. */
  readonly bank?: Pick<Bank, 'env' | 'nodeOptions'> | undefined;
}

/**
 * The proxy requires a settle time of three timeouts, because sending can take that long. The others
 * are for processes that get no processor for a second or two, which delays an order like a fault.
 */
const TIMEOUTS_TO_SETTLE = 5;
const UNLIMITED = '999999999';
const HOST = '127.0.0.1';

type Env = Readonly<Record<string, string>> & { readonly PORT: string };

/** The settle time, scaled down with the timeouts that it has to exceed. */
export function settleSecondsOf(timeoutSeconds: number): number {
  return TIMEOUTS_TO_SETTLE * timeoutSeconds;
}

/** They share one store, and so one token. */
export async function createProxies(options: ProxiesOptions): Promise<ProxyProcess[]> {
  const { count, program, cwd, platformUrl, storeUrl, timeoutSeconds, clockErrors, bank } = options;
  const shared = {
    PLATFORM_CLIENT_ID: sandboxClients.reseller.id,
    PLATFORM_CLIENT_SECRET: sandboxClients.reseller.secret,
    PUBLIC_URL: 'https://book.example',
    ALLOWED_ORIGINS: 'https://shop.example',
    PROXY_SECRET: 'a secret of thirty-two characters',
    STORE_URL: storeUrl,
    HOST,
    ORDER_SETTLE_SECONDS: String(settleSecondsOf(timeoutSeconds)),
    PLATFORM_TIMEOUT_SECONDS: String(timeoutSeconds),
    // No limits per address, because all customers come from one.
    PLATFORM_BUDGET: UNLIMITED,
    READS_PER_MINUTE: UNLIMITED,
    QUOTES_PER_MINUTE: UNLIMITED,
    ORDERS_PER_MINUTE: UNLIMITED,
    RENDER_MS_PER_MINUTE: UNLIMITED,
    CALLS_PER_CLIENT: UNLIMITED,
    PLACES_PER_CLIENT: UNLIMITED,
    ORDERS_PER_EMAIL: UNLIMITED,
    EMAILS_PER_CLIENT: UNLIMITED,
    ...bank?.env,
  };
  const ports = await freePorts(count);
  return ports.map((port, index) => {
    const name = `proxy ${index + 1}`;
    const url = typeof platformUrl === 'string' ? platformUrl : platformUrl[index];
    const env = { ...shared, PLATFORM_URL: url ?? '', PORT: String(port) };
    const clockError = clockErrors?.[index] ?? 0;
    const nodeOptions = [clockError && withClockError(clockError), bank?.nodeOptions]
      .filter(Boolean)
      .join(' ');
    return createProxyProcess({
      name,
      script: program,
      cwd,
      env: nodeOptions ? { ...env, NODE_OPTIONS: nodeOptions } : env,
    });
  });
}

interface ProxyProcessOptions {
  readonly name: string;
  readonly script: string;
  readonly cwd: string | undefined;
  readonly env: Env;
}

function createProxyProcess({ name, script, cwd, env }: ProxyProcessOptions): ProxyProcess {
  const alarms: Alarm[] = [];
  const running = createNodeProcess({
    name,
    env,
    script,
    ...(cwd && { cwd }),
    readyLine: 'Proxy ',
    onLine(line) {
      if (!/^{.*"(order|store)-alarm"/.test(line)) return;
      alarms.push(JSON.parse(line) as Alarm);
    },
  });
  return { ...running, name, url: `http://${HOST}:${env.PORT}`, alarms: () => alarms };
}
