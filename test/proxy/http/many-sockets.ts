import { once } from 'node:events';
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';

/** A request after which the connection is kept alive. */
export const keptAlive = 'GET /livez HTTP/1.1\r\nHost: a\r\n\r\n';

/** Sockets of one address, which counts those that the other end has closed. */
export interface ManySockets {
  readonly sockets: readonly Socket[];
  /** Resolves when so many are closed. */
  closed(count: number): Promise<void>;
  destroy(): void;
}

/** Opens sockets from an address of the loopback interface, and sends the bytes on each. */
export async function openSockets(
  port: number,
  localAddress: string,
  count: number,
  bytes = '',
): Promise<ManySockets> {
  let closedCount = 0;
  let onClose = () => {};
  const sockets = Array.from({ length: count }, () => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    // One that is closed at once may be reset.
    socket.on('error', () => {});
    socket.on('close', () => {
      closedCount += 1;
      onClose();
    });
    socket.resume();
    if (bytes !== '') socket.write(bytes);
    return socket;
  });
  await Promise.all(
    sockets.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])),
  );
  return {
    sockets,
    closed: (wanted) =>
      new Promise((resolve) => {
        onClose = () => {
          if (closedCount >= wanted) resolve();
        };
        onClose();
      }),
    destroy: () => sockets.forEach((socket) => socket.destroy()),
  };
}

/** The status of a GET from an address of the loopback interface, or the code of the error. */
export function statusFrom(
  localAddress: string,
  url: string,
): Promise<number | string | undefined> {
  return new Promise((resolve) => {
    const request = get(url, { localAddress, agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    });
    request.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code));
  });
}
