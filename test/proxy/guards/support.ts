import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after } from 'node:test';
import { createSandbox } from '../../../demo/sandbox/sandbox.ts';
import { readConfig } from '../../../proxy/config.ts';
import { listenProxy } from '../../../proxy/server.ts';
import type { Fetch } from '../../../proxy/context.ts';
import { START, variables } from '../world.ts';

/** A request toward the platform, as the proxy made it. */
export interface Seen {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const ID = '[A-Za-z0-9_-]{1,64}';
const INSTANT = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`;
const ids = new RegExp(`^${ID}(,${ID})*$`);
const instant = new RegExp(`^${INSTANT}$`);
const whole = /^\d+$/;

/** All that the platform is ever asked for, and what each parameter may look like. */
const templates: readonly [call: RegExp, parameters: Readonly<Record<string, RegExp>>][] = [
  [/^POST \/oauth\/token$/, {}],
  [
    /^GET \/v3\/events$/,
    {
      ...{ type: /^ALL$/, limit: whole, offset: whole, delta_since: instant, accept: ids },
      ...{ available_from: instant, fields: /^id,first_date$/, accept_vendors: ids },
    },
  ],
  [
    /^GET \/v3\/products$/,
    { limit: whole, offset: whole, delta_since: instant, accept_vendors: ids },
  ],
  [
    /^GET \/v3\/dates$/,
    {
      ...{
        available: /^false$/,
        ignore_latest_booking_time: /^true$/,
        limit: whole,
        offset: whole,
      },
      ...{ accept_events: ids, start_date: instant, end_date: instant, accept: ids },
    },
  ],
  [new RegExp(`^GET /v3/vendors/${ID}$`), {}],
  [/^POST \/v3\/orders$/, {}],
  [
    /^GET \/v3\/orders$/,
    { accept_external_reference: ids, status: /^ALL$/, fields: /^[a-z_,.A-Z]+$/, limit: whole },
  ],
];

export function isExpected({ method, url }: Pick<Seen, 'method' | 'url'>): boolean {
  const known = templates.find(([call]) => call.test(`${method} ${url.pathname}`));
  if (!known || url.hash !== '' || url.origin !== variables.PLATFORM_URL) return false;
  const [, parameters] = known;
  const names = [...url.searchParams.keys()];
  return (
    new Set(names).size === names.length &&
    names.every(
      (name) =>
        Object.hasOwn(parameters, name) && parameters[name]?.test(url.searchParams.get(name) ?? ''),
    )
  );
}

export function assertExpected(seen: readonly Seen[]): void {
  for (const call of seen) assert.ok(isExpected(call), `${call.method} ${call.url}`);
}

/** Writes down what the proxy asks the platform for. */
export function createSpy() {
  const seen: Seen[] = [];
  const between =
    (platform: Fetch): Fetch =>
    async (request) => {
      const { method, url } = request;
      const headers = Object.fromEntries(request.headers);
      seen.push({ method, url: new URL(url), headers, body: await request.clone().text() });
      return platform(request);
    };
  return { seen, between };
}

/** A proxy that listens, with the sandbox and a spy behind it. */
export async function listenWorld(env: Readonly<Record<string, string>> = {}, platform?: Fetch) {
  const time = { now: START };
  const clock = () => time.now;
  const { seen, between } = createSpy();
  const proxy = await listenProxy({
    config: readConfig({ ...variables, HOST: '127.0.0.1', PORT: '0', ...env }),
    clock,
    fetch: between(platform ?? createSandbox({ clock })),
    log: () => {},
    assets: { 'booking-widget.js': 'script', 'messages/de.json': '{}' },
  });
  after(proxy.close);
  const { port } = new URL(proxy.url);
  /** Bytes as they are, on a connection of their own; all that comes back until it is closed. */
  const say = (text: string) =>
    new Promise<string>((resolve, reject) => {
      let heard = '';
      const socket = connect(Number(port), '127.0.0.1');
      socket.setEncoding('latin1');
      socket.on('data', (data: string) => (heard += data));
      socket.on('close', () => resolve(heard));
      socket.on('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve(heard) : reject(error),
      );
      socket.write(text, 'latin1');
      // None of the tests waits for it, unless something is wrong.
      socket.setTimeout(120_000, () => socket.destroy());
    });
  const ask = (target: string, method = 'GET') =>
    say(`${method} ${target} HTTP/1.1\r\nHost: book.example\r\nConnection: close\r\n\r\n`);
  return { seen, say, ask, url: proxy.url, advance: (by: number) => (time.now += by) };
}

/** Statuses of the answers in what was heard, one after the other. */
export function statusesOf(heard: string): number[] {
  return [...heard.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

/** Every header that an answer may have. The last ones are written by the listener. */
const allowedHeaders = new Set([
  ...['content-type', 'cache-control', 'etag', 'vary', 'date', 'allow', 'retry-after'],
  ...['access-control-allow-origin', 'access-control-expose-headers', 'access-control-max-age'],
  ...['access-control-allow-methods', 'access-control-allow-headers', 'booking-stale'],
  ...['x-content-type-options', 'referrer-policy', 'content-security-policy'],
  ...['cross-origin-resource-policy', 'content-encoding', 'content-length'],
  ...['connection', 'keep-alive', 'transfer-encoding'],
]);

export function unexpectedHeaders(names: Iterable<string>): string[] {
  return [...names].filter((name) => !allowedHeaders.has(name.toLowerCase()));
}
