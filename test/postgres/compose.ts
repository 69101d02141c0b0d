import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { createNodeProcess, type NodeProcess } from '../chaos/node-process.ts';
import { freePorts } from '../support/free-port.ts';

/** The part of proxy/compose.yaml that the tests read. */
interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>;
}
interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
}

export interface TlsResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** The services of proxy/compose.yaml, each as a process of this machine. */
export interface LocalServices {
  readonly proxies: readonly NodeProcess[];
  /** Sends a request over TLS through the balancer; throws if there is no response. */
  fetch(
    path: string,
    init?: { headers?: Record<string, string>; body?: object },
  ): Promise<TlsResponse>;
  close(): Promise<void>;
}

const COMPOSE = 'proxy/compose.yaml';
const BALANCER = 'proxy/balancer.conf';

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
  const [tlsPort = 0, plainPort = 0, ...ports] = await freePorts(2 + names.length);
  const folder = mkdtempSync(join(tmpdir(), 'compose-'));
  const certificate = makeCertificate(folder);

  const proxies = names.map((name, index) => {
    const env = readEnvironment(services[name], values);
    return createNodeProcess({
      name,
      script: program,
      readyLine: 'Proxy ',
      env: { ...env, STORE_URL: storeUrl, PORT: String(ports[index]) },
    });
  });
  await Promise.all(proxies.map((proxy) => proxy.start()));

  const balancer = startBalancer(folder, [
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen 443 ssl;', `listen 127.0.0.1:${tlsPort} ssl;`],
    ['/etc/nginx/tls/', `${folder}/`],
    ...names.map((name, index): [string, string] => [`${name}:8787`, `127.0.0.1:${ports[index]}`]),
  ]);

  async function fetchOnce(
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: object } = {},
  ): Promise<TlsResponse> {
    const text = body && JSON.stringify(body);
    const sent = request({
      host: '127.0.0.1',
      port: tlsPort,
      servername: 'localhost',
      ca: certificate,
      path,
      method: text ? 'POST' : 'GET',
      headers: { ...headers, ...(text && { 'Content-Type': 'application/json' }) },
      agent: false,
    }).end(text);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    let received = '';
    for await (const part of response.setEncoding('utf8')) received += part;
    return { status: response.statusCode ?? 0, headers: response.headers, text: received };
  }

  await untilListening(() => fetchOnce('/livez'), balancer);
  return {
    proxies,
    fetch: fetchOnce,
    async close() {
      balancer.kill('SIGTERM');
      if (balancer.exitCode === null) await once(balancer, 'exit');
      await Promise.all(proxies.map((proxy) => proxy.stop()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** With `${NAME:?}` filled in. @throws {Error} for a value that is missing, as compose does */
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
  return Object.fromEntries(entries) as Record<string, string>;
}

function makeCertificate(folder: string): Buffer {
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-keyout', key, '-out', certificate, '-days', '2', '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=DNS:localhost'],
    ],
    { stdio: 'pipe' },
  );
  return readFileSync(certificate);
}

/** Starts the balancer with its configuration, in which only paths and addresses are replaced. */
function startBalancer(folder: string, replacements: readonly [string, string][]): ChildProcess {
  let site = readFileSync(BALANCER, 'utf8');
  for (const [written, here] of replacements) {
    if (!site.includes(written)) throw new Error(`${BALANCER} has no ${written}`);
    site = site.replaceAll(written, here);
  }
  for (const name of ['logs', 'body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) {
    mkdirSync(join(folder, name));
  }
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name.replace('client_', '')};`,
  );
  const main = `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/logs/error.log;
    events {} http { access_log off; ${temporary.join(' ')} ${site} }`;
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, main);
  const child = spawn('nginx', ['-p', folder, '-c', file], { stdio: 'inherit' });
  process.once('exit', () => child.kill('SIGKILL'));
  return child;
}

async function untilListening(ask: () => Promise<unknown>, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error('nginx has ended by itself.');
    const isThere = await ask().then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
