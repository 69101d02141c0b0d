import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createSandbox } from '../../../demo/sandbox/sandbox.ts';
import { type Config, readConfig } from '../../../proxy/config.ts';
import { explainEnd } from '../../../proxy/config-error.ts';
import { backUp } from '../../../proxy/operations/backup.ts';
import { examine } from '../../../proxy/operations/doctor.ts';
import { examineOrder } from '../../../proxy/operations/doctor-order.ts';
import { runPayments } from '../../../proxy/operations/payments.ts';
import { listenProxy } from '../../../proxy/server.ts';
import { createMemoryStore } from '../../../proxy/store/memory.ts';
import { openStore } from '../../../proxy/store/open.ts';
import { type Store, StoreUnavailable } from '../../../proxy/store/store.ts';
import { START, variables } from '../../support/world.ts';

type Variables = Readonly<Record<string, string>>;

const clocks = { clock: () => START, monotonic: () => START };

/**
 * All that the programs print with these variables: the error that ends them, lines of the log, of
 * the doctor and of the list of payments. `leak` is what a failing driver, store and platform repeat.
 */
export async function collectPrinted(env: Variables, leak: string): Promise<string[]> {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  /** As the programs do. */
  const run = (program: () => Promise<void>) =>
    program().catch((error: unknown) => print(explainEnd(error)));

  await run(async () => {
    const config = readConfig({ ...variables, HOST: '127.0.0.1', PORT: '0', ...env }, readMissing);
    await run(() => serve(config, print, leak));
    await run(async () => (await openStore(config.STORE_URL)).close());
    await run(async () => {
      try {
        backUp(config.STORE_URL, '/there/is/no/such/folder');
      } catch (error) {
        print((error as Error).message);
      }
    });
    const isPostgres = config.STORE_URL.startsWith('postgres');
    for (const store of [createMemoryStore(), failingStore(isPostgres ? leak : 'SQLITE_FULL')]) {
      const fetch = repeatingPlatform(leak);
      const options = { config, store, fetch, ...clocks };
      await run(() => examine({ ...options, hasWidget: true }, (_, text) => print(text)));
      await run(() => examineOrder('code', options, (_, text) => print(text)));
      const output = { out: print, error: print };
      await run(async () => void (await runPayments(['--reconcile'], options, output)));
    }
  });
  return printed;
}

async function serve(config: Config, log: (text: string) => void, leak: string): Promise<void> {
  const { url, close } = await listenProxy({
    config,
    ...clocks,
    log,
    fetch: repeatingPlatform(leak),
    assets: {},
  });
  for (const path of ['/v3/events', '/readyz', '/none']) await (await fetch(url + path)).text();
  await close();
}

/** What Node says of a file: its message has the path in it. */
function readMissing(path: string): string {
  const message = `ENOENT: no such file or directory, open '${path}'`;
  throw Object.assign(new Error(message), { code: 'ENOENT' });
}

/** Gives tokens; all else fails, with the text in everything that a failure can hold. */
function repeatingPlatform(leak: string) {
  const sandbox = createSandbox({ clock: clocks.clock });
  return async (request: Request): Promise<Response> => {
    if (request.url.endsWith('/oauth/token')) return sandbox(request);
    if (request.url.endsWith('/livez')) throw new TypeError(leak, { cause: new Error(leak) });
    return Response.json({ message: leak, code: leak, user_message: leak }, { status: 500 });
  };
}

function failingStore(leak: string): Store {
  const fail = async () => {
    throw new StoreUnavailable(leak, { cause: new Error(leak) });
  };
  return { ...createMemoryStore(), get: fail, put: fail, delete: fail, list: fail };
}

/** A PostgreSQL server that asks for the password, and repeats it in its refusal. */
export async function startRepeatingServer(): Promise<{ port: number; close: () => void }> {
  const message = (type: string, body: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(length.length + body.length);
    return Buffer.concat([Buffer.from(type), length, body]);
  };
  const cleartext = message('R', Buffer.from([0, 0, 0, 3]));
  function converse(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => {
      socket.write(cleartext);
      socket.once('data', (sent) => {
        // Behind the type and the length, up to the zero at the end.
        const password = sent.subarray(5, -1).toString();
        const refusal = `SFATAL\0C28P01\0Mthe password ${password} is wrong\0\0`;
        socket.end(message('E', Buffer.from(refusal)));
      });
    });
  }
  const server = createServer(converse).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}
