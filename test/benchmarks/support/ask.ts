import { Agent, get } from 'node:http';

/** A response whose body was read. */
export interface Asked {
  readonly status: number;
  readonly isStale: boolean;
  readonly milliseconds: number;
}

export type Ask = (url: string) => Promise<Asked>;

/** Sends requests over keep-alive connections. A request without a response has status 0. */
export function createAsk(headers: Readonly<Record<string, string>>) {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const ask: Ask = (url) => {
    const started = performance.now();
    return new Promise((resolve) => {
      const end = (status: number, isStale: boolean) =>
        resolve({ status, isStale, milliseconds: performance.now() - started });
      get(url, { agent, headers }, (response) => {
        response
          .resume()
          .once('end', () =>
            end(response.statusCode ?? 0, response.headers['booking-stale'] !== undefined),
          )
          .once('error', () => end(0, false));
      }).once('error', () => end(0, false));
    });
  };
  return { ask, close: async () => agent.destroy() };
}

/** Requests each address, `atATime` at once. */
export async function askAll(ask: Ask, urls: readonly string[], atATime: number): Promise<Asked[]> {
  const responses: Asked[] = [];
  const queue = urls.values();
  const askOn = async () => {
    for (const url of queue) responses.push(await ask(url));
  };
  await Promise.all(Array.from({ length: atATime }, askOn));
  return responses;
}
