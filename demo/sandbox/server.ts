import { pathToFileURL } from 'node:url';
import { serve } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { sandboxClients } from './clients.ts';
import { ConnectionCut, HalfResponse } from './faults/http-faults.ts';
import type { Sandbox, SandboxOptions } from './sandbox.ts';
import { createSandbox } from './sandbox.ts';
import { isScenario, scenarios } from './scenarios.ts';

/** Loopback only: everybody knows the secrets of the sandbox's clients. */
const HOST = '127.0.0.1';
const DEFAULT_PORT = '8788';

/** How often the listener does what is due between requests: expiries and late notifications. */
const TICK_MILLISECONDS = 1000;

export interface ListenOptions extends SandboxOptions {
  /** 0 takes any free port. */
  readonly port: number;
}

/** The part of the listener's environment that HTTP/1 and HTTP/2 have in common. */
interface Connection {
  readonly incoming: { readonly socket: { destroy(): unknown } };
}

export interface ListeningSandbox {
  readonly sandbox: Sandbox;
  readonly url: string;
  readonly close: () => Promise<void>;
}

export function listenSandbox({ port, ...options }: ListenOptions): Promise<ListeningSandbox> {
  const sandbox = createSandbox(options);
  const ticking = setInterval(sandbox.tick, TICK_MILLISECONDS);
  const fetch = (request: Request, { incoming }: Connection) =>
    respondOrCut(sandbox, request, incoming);
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, hostname: HOST, port }, (address) => {
      resolve({ sandbox, url: `http://${HOST}:${address.port}`, close });
    });
    server.once('error', (error) => {
      clearInterval(ticking);
      reject(error);
    });

    const close = () =>
      new Promise<void>((closed) => {
        clearInterval(ticking);
        server.close(() => closed());
        // close() alone waits for keep-alive connections.
        if ('closeAllConnections' in server) server.closeAllConnections();
      });
  });
}

/** Closes the socket where the body is cut. As an error of the body, Hono would log it. */
function withSocketCut(
  { body, status, headers }: HalfResponse,
  socket: Connection['incoming']['socket'],
): Response {
  const reader = body?.getReader();
  const half = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value } = (await reader?.read().catch(() => undefined)) ?? {};
      if (value) controller.enqueue(value);
      else socket.destroy();
    },
  });
  return new Response(half, { status, headers });
}

/** If a fault cuts the connection, the client's socket is closed without a response. */
async function respondOrCut(
  sandbox: Sandbox,
  request: Request,
  incoming: Connection['incoming'],
): Promise<Response> {
  try {
    const response = await sandbox(request);
    return response instanceof HalfResponse ? withSocketCut(response, incoming.socket) : response;
  } catch (error) {
    if (!(error instanceof ConnectionCut)) throw error;
    incoming.socket.destroy();
    return RESPONSE_ALREADY_SENT;
  }
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
  console.log(`sandbox        ${url} (${scenario})`);
  for (const { name, id, secret } of Object.values(sandboxClients)) {
    console.log(`${name}\n  client id      ${id}\n  client secret  ${secret}`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
