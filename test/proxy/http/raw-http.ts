import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';

/** HTTP below `fetch`, which would correct requests and decode responses. */

/**
 * Sends bytes as they are, on a connection of their own, and returns all that is received until the
 * connection is closed.
 */
export function exchangeBytes(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1');
    socket.setEncoding('latin1');
    socket.on('data', (data: string) => (received += data));
    socket.on('close', () => resolve(received));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve(received) : reject(error),
    );
    socket.write(bytes, 'latin1');
    // Only reached when something is wrong.
    socket.setTimeout(120_000, () => socket.destroy());
  });
}

/** The statuses of all responses in what was received, in turn. */
export function statusesOf(received: string): number[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  /** The body as it was sent, still encoded. */
  readonly body: Buffer;
}

/** Sends one request and returns its response undecoded. */
export function requestRaw(
  url: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: {
    readonly method?: string;
    readonly headers?: Record<string, string>;
    readonly body?: string | undefined;
  } = {},
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const { statusCode: status = 0, headers, rawHeaders } = incoming;
        resolve({ status, headers, rawHeaders, body: Buffer.concat(chunks) });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
