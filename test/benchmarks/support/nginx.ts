import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePorts } from '../../support/free-port.ts';
import { has, start, untilListening } from './processes.ts';
import type { Server } from './servers.ts';

interface Options {
  readonly upstream: string;
  /** Sent to the upstream with every request. */
  readonly authorization?: string;
  /** Whether simultaneous requests for the same page are collapsed (`proxy_cache_lock`). */
  readonly lock?: boolean;
  /** Whether it writes a line per request, as the proxy does. */
  readonly log?: boolean;
}

/** Prints how to install nginx if it is missing. */
export function hasNginx(): boolean {
  const found = has('nginx');
  if (!found) {
    console.log('  nginx is missing as the reference: apt-get install nginx-light wrk brings it');
  }
  return found;
}

/** Starts nginx with one worker and a proxy_cache in front of the upstream. */
export async function openNginx(
  folder: string,
  { upstream, authorization, lock = false, log = false }: Options,
): Promise<Server> {
  const [port = 0] = await freePorts(1);
  const prefix = join(folder, `nginx-${port}`);
  await mkdir(prefix);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${prefix}/${name};`)
    .join('\n  ');
  const config = `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${prefix}/pid;
error_log ${prefix}/error.log;
events { worker_connections 4096; }
http {
  ${temporary}
  access_log ${log ? `${prefix}/access.log` : 'off'};
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  proxy_cache_path ${prefix}/cache keys_zone=reads:10m inactive=1h;
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location = /ready { return 204; }
    location / {
      proxy_pass ${upstream};
      proxy_http_version 1.1;
      ${authorization ? `proxy_set_header Authorization "${authorization}";` : ''}
      proxy_cache reads;
      proxy_cache_key $uri$is_args$args$http_accept_encoding;
      proxy_cache_valid 200 1h;
      proxy_cache_lock ${lock ? 'on' : 'off'};
      # Held whatever the answer says of keeping it, and whoever asks.
      proxy_ignore_headers Cache-Control Expires Set-Cookie Vary X-Accel-Expires;
    }
  }
}
`;
  await writeFile(join(prefix, 'nginx.conf'), config);
  const running = await start(
    ['nginx', '-e', join(prefix, 'error.log'), '-p', prefix, '-c', join(prefix, 'nginx.conf')],
    { log: join(prefix, 'output.log'), core: 0 },
  );
  const url = `http://127.0.0.1:${port}`;
  await untilListening(`${url}/ready`);
  return { ...running, url };
}
