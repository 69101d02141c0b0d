import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../support/free-port.ts';
import { killAtExit } from '../support/kill-at-exit.ts';

export interface TlsResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

interface TlsRequest {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** An address of the loopback interface, which another visitor has. */
  readonly from?: string;
}

/** @throws {Error} if there is no response */
export type FetchOverTls = (path: string, request?: TlsRequest) => Promise<TlsResponse>;

/** proxy/balancer.conf, run by nginx on this machine. */
export interface Balancer {
  readonly fetch: FetchOverTls;
  readonly tlsPort: number;
  readonly plainPort: number;
  readonly certificate: Buffer;
  close(): Promise<void>;
}

interface BalancerOptions {
  /** The ports of the proxies, by the names that they have in the configuration. */
  readonly upstreams: Readonly<Record<string, number>>;
  readonly env: Readonly<Record<string, string>>;
  /** Further texts of the configuration, and what stands there instead. */
  readonly replacements?: readonly (readonly [written: string, instead: string])[];
}

const CONFIGURATION = 'proxy/balancer.conf';

/** Starts it with its configuration, in which only paths and addresses are replaced. */
export async function startBalancer({
  upstreams,
  env,
  replacements = [],
}: BalancerOptions): Promise<Balancer> {
  const [tlsPort = 0, plainPort = 0] = await freePorts(2);
  const folder = mkdtempSync(join(tmpdir(), 'balancer-'));
  const certificate = makeCertificate(folder);
  const site = replaceAll(fillIn(readFileSync(CONFIGURATION, 'utf8'), env), [
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${tlsPort} ssl http2;`],
    ['/etc/nginx/tls/', `${folder}/`],
    ...Object.entries(upstreams).map(
      ([name, port]) => [`${name}:8787`, `127.0.0.1:${port}`] as const,
    ),
    ...replacements,
  ]);
  const nginx = startNginx(folder, site);

  const fetch: FetchOverTls = async (path, { headers = {}, body, from = '127.0.0.1' } = {}) => {
    const text = body && JSON.stringify(body);
    const sent = request({
      host: '127.0.0.1',
      port: tlsPort,
      servername: 'localhost',
      localAddress: from,
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
  };

  await untilListening(() => fetch('/livez'), nginx);
  return {
    fetch,
    tlsPort,
    plainPort,
    certificate,
    async close() {
      nginx.kill('SIGTERM');
      if (nginx.exitCode === null) await once(nginx, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What nginx's image does with a template. */
function fillIn(template: string, env: Readonly<Record<string, string>>): string {
  return template.replace(/\$\{(\w+)\}/g, (written, name: string) => env[name] ?? written);
}

/** @throws {Error} where one of the texts is not there */
function replaceAll(
  text: string,
  replacements: readonly (readonly [written: string, instead: string])[],
): string {
  return replacements.reduce((before, [written, instead]) => {
    if (!before.includes(written)) throw new Error(`${CONFIGURATION} has no ${written}`);
    return before.replaceAll(written, instead);
  }, text);
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

function startNginx(folder: string, site: string): ChildProcess {
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
  killAtExit(child);
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
