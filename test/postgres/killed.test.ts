import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'vitest';
import type { ListedEvent } from '#contract/event.schema';
import { openPlatform } from '../chaos/platform.ts';
import { buildPrograms } from '../chaos/programs.ts';
import { createProxies, type ProxyProcess } from '../chaos/proxies.ts';
import { startPostgres } from '../support/postgres.ts';

/** Reads the event list of a proxy in its own process. */
async function listEvents({ url }: ProxyProcess): Promise<readonly ListedEvent[]> {
  const response = await fetch(`${url}/v3/events`, { headers: { Origin: 'https://shop.example' } });
  assert.equal(response.status, 200);
  return (await response.json()) as ListedEvent[];
}

/** Relays to the sandbox, records listings of events, and can delay one of them. */
async function openWay(t: TestContext, platformUrl: string) {
  const listings: string[] = [];
  let onListing: (() => void) | undefined;
  const server = createServer((request, response) => {
    void (async () => {
      const { method = 'GET', url = '/', headers } = request;
      const isListing = url.startsWith('/v3/events?') && !url.includes('available_from');
      if (isListing) listings.push(url);
      if (isListing && onListing) return onListing();
      const chunks: Uint8Array[] = [];
      for await (const chunk of request) chunks.push(chunk as Uint8Array);
      const { status, headers: sent, ...relayed } = await relay(url, method, headers, chunks);
      response.writeHead(status, sent).end(relayed.text);
    })();
  });
  async function relay(
    path: string,
    method: string,
    {
      authorization = '',
      'content-type': type = '',
    }: Record<string, string | string[] | undefined>,
    chunks: readonly Uint8Array[],
  ) {
    const response = await fetch(platformUrl + path, {
      method,
      headers: { Authorization: String(authorization), 'Content-Type': String(type) },
      ...(method === 'POST' && { body: Buffer.concat(chunks) }),
    });
    const headers: Record<string, string> = { 'Content-Type': 'application/json' };
    for (const name of ['Link', 'Date', 'X-Total_Count']) {
      const value = response.headers.get(name);
      if (value !== null) headers[name] = value;
    }
    return { status: response.status, headers, text: await response.text() };
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    listings,
    /** Resolves when the next listing is held up. */
    holdUp: () =>
      new Promise<void>((resolve) => {
        onListing = resolve;
      }),
    letGo: () => {
      onListing = undefined;
    },
  };
}

test('a proxy that is killed in the middle of a listing delays the others by 20 seconds at most, who see all of it', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'killed-'));
  t.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const programs = await buildPrograms(folder);
  const server = await startPostgres();
  t.onTestFinished(() => server.close());
  const platform = await openPlatform(programs.sandbox);
  t.onTestFinished(() => platform.close());
  const way = await openWay(t, platform.url);
  const proxies = await createProxies({
    count: 3,
    program: programs.proxy,
    platformUrl: way.url,
    timeoutSeconds: 10,
    storeUrl: await server.createDatabase(),
  });
  t.onTestFinished(async () => void (await Promise.all(proxies.map((proxy) => proxy.end()))));
  await Promise.all(proxies.map((proxy) => proxy.start()));
  const [killed, ...others] = proxies;

  const isAsked = way.holdUp();
  const cutOff = assert.rejects(listEvents(killed!));
  await isAsked;
  await killed!.kill();
  await cutOff;
  way.letGo();
  const killedAt = performance.now();

  const [seen, alsoSeen] = await Promise.all(others.map(listEvents));

  assert.ok(performance.now() - killedAt < 20_000);
  assert.ok(seen && seen.length > 3);
  assert.deepEqual(alsoSeen, seen);
  // One listing was lost with the killed proxy.
  assert.equal(way.listings.length, 2);
  await killed!.start();
  assert.deepEqual(await listEvents(killed!), seen);
  assert.equal(way.listings.length, 2);
});
