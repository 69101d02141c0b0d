import { serve } from '@hono/node-server';
import { pathToFileURL } from 'node:url';
import { sandboxClients } from './clients.ts';
import type { SandboxOptions } from './sandbox.ts';
import { createSandbox } from './sandbox.ts';
import { isScenario, scenarios } from './scenarios.ts';

/** Its secrets are known to everybody, so it is not to be reached from elsewhere. */
const HOST = '127.0.0.1';
const DEFAULT_PORT = '8788';

export interface ListenOptions extends SandboxOptions {
  /** 0 takes any free port. */
  readonly port: number;
}

export interface ListeningSandbox {
  readonly url: string;
  readonly close: () => Promise<void>;
}

export function listenSandbox({ port, ...options }: ListenOptions): Promise<ListeningSandbox> {
  const fetch = createSandbox(options);
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, hostname: HOST, port }, (address) => {
      resolve({ url: `http://${HOST}:${address.port}`, close });
    });
    server.once('error', reject);

    const close = () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        // A client that keeps its connection open would otherwise keep the server from closing.
        if ('closeAllConnections' in server) server.closeAllConnections();
      });
  });
}

async function main(): Promise<void> {
  const scenario = process.argv[2] ?? 'calm';
  if (!isScenario(scenario)) {
    const names = Object.keys(scenarios).join(', ');
    throw new RangeError(`there is no scenario "${scenario}"; there is: ${names}`);
  }
  const port = process.env['SANDBOX_PORT'] ?? DEFAULT_PORT;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new RangeError(`SANDBOX_PORT has to be a port number, not "${port}"`);
  }
  const { url } = await listenSandbox({ port: Number(port), clock: Date.now, scenario });
  const { id, secret } = sandboxClients.reseller;
  console.log(
    `sandbox        ${url} (${scenario})\nclient id      ${id}\nclient secret  ${secret}`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
