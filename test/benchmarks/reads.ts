import { median, milliseconds, row, whole } from './support/figures.ts';
import type { Rate } from './support/load.ts';
import { loadBy, measure } from './support/load.ts';
import { hasNginx, openNginx } from './support/nginx.ts';
import { inFolder, withAll } from './support/processes.ts';
import type { Server } from './support/servers.ts';
import { openBare, openPlatform, openProxy, ORIGIN } from './support/servers.ts';

const ROUNDS = 3;
const SECONDS = 2;
const PATH = '/v3/events?limit=25';

interface Target {
  readonly name: string;
  readonly server: Server;
  readonly headers: Readonly<Record<string, string>>;
  readonly rates: (Rate & { readonly microseconds: number })[];
}

const plain = { 'Accept-Encoding': 'identity' };

/**
 * Compares reads of a cached page of the event list through the proxy and all its guards with
 * nginx, which has the same bytes in its proxy_cache, and with bare servers that only send this
 * response, which show what Node and the framework can do. Each server has core 0 to itself while
 * it is measured.
 */
export async function bench(): Promise<void> {
  await inFolder((folder) =>
    withAll(async (keep) => {
      console.log(`Cached reads, ${PATH}, by ${loadBy}, median of ${ROUNDS} rounds`);
      const platform = keep(await openPlatform(folder, 'huge'));
      const proxy = keep(await openProxy(folder, platform.url));
      const bare = keep(await openBare(folder, 'node', proxy.url + PATH));
      const hono = keep(await openBare(folder, 'hono', proxy.url + PATH));
      const first = await fetch(proxy.url + PATH, { headers: { Origin: ORIGIN, ...plain } });
      const bytes = (await first.arrayBuffer()).byteLength;
      const etag = first.headers.get('ETag') ?? '';

      const target = (name: string, server: Server, more: Record<string, string> = {}): Target => ({
        name,
        server,
        rates: [],
        headers: { Origin: ORIGIN, ...plain, ...more },
      });
      const encoded = { 'Accept-Encoding': 'br' };
      const conditional = { 'If-None-Match': etag };
      const nginx = hasNginx() && keep(await openNginx(folder, { upstream: proxy.url }));
      const logging = nginx && keep(await openNginx(folder, { upstream: proxy.url, log: true }));
      const beside = (end: string, more: Record<string, string> = {}) => [
        ...(nginx ? [target(`nginx proxy_cache${end}`, nginx, more)] : []),
        target(`proxy${end}`, proxy, more),
      ];
      const targets = [
        target('node:http, one answer', bare),
        target('Hono, one answer', hono),
        ...beside(''),
        ...(logging ? [target('nginx proxy_cache, logging too', logging)] : []),
        ...beside(', br', encoded),
        ...beside(', 304', conditional),
      ];

      console.log(row('', 'per second', 'core', 'p50', 'p99', 'bytes', 'status', 'failed'));
      // A warm-up round that fills the caches and triggers the JIT.
      for (const each of targets) await ask(each, 1);
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const each of targets) each.rates.push(await ask(each, SECONDS));
      }
      for (const each of targets) console.log(await describe(each));
      console.log(`  (${whole(bytes)} bytes without an encoding)`);
      // The proxy logs a line per request, as Debian's nginx does by default.
      const pairs = [
        ['proxy', 'nginx proxy_cache'],
        ['proxy', 'nginx proxy_cache, logging too'],
        ['proxy', 'Hono, one answer'],
        ['proxy, br', 'nginx proxy_cache, br'],
        ['proxy, 304', 'nginx proxy_cache, 304'],
        ['Hono, one answer', 'nginx proxy_cache'],
      ];
      for (const [one, other] of pairs) {
        const ours = targets.find(({ name }) => name === one);
        const theirs = targets.find(({ name }) => name === other);
        if (ours && theirs) console.log(ratios(`${one} / ${other}`, ours, theirs));
      }
    }),
  );
}

async function ask({ server, headers }: Target, seconds: number) {
  const before = server.worked();
  const rate = await measure(server.url + PATH, headers, seconds);
  return { ...rate, microseconds: ((server.worked() - before) * 1e6) / rate.responses };
}

async function describe({ name, server, headers, rates }: Target): Promise<string> {
  const response = await fetch(server.url + PATH, { headers });
  await response.arrayBuffer();
  const encoding = response.headers.get('Content-Encoding');
  const length = Number(response.headers.get('Content-Length') ?? '0');
  return row(
    name,
    whole(median(rates.map(({ perSecond }) => perSecond))),
    `${median(rates.map(({ microseconds }) => microseconds)).toFixed(1)} µs`,
    milliseconds(median(rates.map(({ p50 }) => p50))),
    milliseconds(median(rates.map(({ p99 }) => p99))),
    `${whole(length)}${encoding ? ` ${encoding}` : ''}`,
    String(response.status),
    whole(rates.reduce((sum, { failed }) => sum + failed, 0)),
  );
}

/**
 * Compares responses per second, and CPU time per response, which other work on the machine affects
 * less.
 */
function ratios(name: string, ours: Target, theirs: Target): string {
  // Compared round by round, because other work slows both measurements of a round down.
  const beside = (part: (rates: Rate & { microseconds: number }) => number) =>
    median(ours.rates.map((rate, round) => part(rate) / part(theirs.rates[round] ?? rate)));
  const bySpeed = beside(({ perSecond }) => perSecond).toFixed(2);
  const byWork = (1 / beside(({ microseconds }) => microseconds)).toFixed(2);
  return row(name, bySpeed, byWork);
}
