import { setTimeout as sleep } from 'node:timers/promises';
import type { Dice } from '../simulation/dice.ts';

export interface JsonResponse<T> {
  readonly status: number;
  readonly body: T;
  /** The request and the address that it went to. */
  readonly source: string;
}

type Response = JsonResponse<unknown> | 'lost';
type Headers = Readonly<Record<string, string>>;

/** A customer's connection to the proxies, on which requests and responses are lost or doubled. */
export interface Connection {
  get(path: string, headers: Headers): Promise<Response>;
  post(path: string, body: object): Promise<Response>;
  /** Sends three in ten requests twice; the customer hears the first response. */
  postTwice(path: string, body: object, headers: Headers): Promise<Response>;
  /** @throws {unknown} when the run is over before */
  pause(milliseconds: number): Promise<void>;
  /** Resolves when no request is pending, even one that nobody waits for. */
  idle(): Promise<void>;
  /** How many requests arrived twice. */
  doubled(): number;
}

export interface ConnectionOptions {
  readonly dice: Dice;
  /** The address of the proxy that a balancer would choose now. */
  readonly balancer: () => string;
  /** Aborted when the run has failed. */
  readonly signal: AbortSignal;
}

const DOUBLED = 0.3;
const LOST_THERE = 0.03;
const LOST_BACK = 0.08;
const ABORTED = 0.05;
/** How long a browser waits for a response, in milliseconds. */
const RESPONSE_TIMEOUT = 20_000;

export function createConnection({ dice, balancer, signal }: ConnectionOptions): Connection {
  const underWay = new Set<Promise<unknown>>();
  let doubles = 0;

  /** Tracks pending requests, because the customer may not wait for them. */
  function track<T>(promise: Promise<T>): Promise<T> {
    underWay.add(promise);
    void promise.finally(() => underWay.delete(promise));
    return promise;
  }

  async function exchange(path: string, init: RequestInit, timeout: number): Promise<Response> {
    try {
      const signals = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
      const url = balancer() + path;
      const response = await fetch(url, { ...init, signal: signals });
      const { status } = response;
      const body = (await response.json()) as { readonly code?: string };
      const source = `${status} ${body.code ?? ''} to ${init.method ?? 'GET'} ${url}`;
      return { status, source, body };
    } catch {
      // Nothing listens there, the process was killed, or the request timed out.
      return 'lost';
    }
  }

  async function over(path: string, init: RequestInit): Promise<Response> {
    if (dice.chance(LOST_THERE)) return 'lost';
    const timeout = dice.chance(ABORTED) ? Math.ceil(dice.delay(100, 1_500)) : RESPONSE_TIMEOUT;
    const isLostBack = dice.chance(LOST_BACK);
    const response = await track(exchange(path, init, timeout));
    return isLostBack ? 'lost' : response;
  }

  async function copyOf(path: string, init: RequestInit): Promise<Response> {
    doubles += 1;
    await sleep(dice.delay(150, 1_500));
    return over(path, init);
  }

  return {
    get: (path, headers) => over(path, { headers }),
    post: (path, body) => over(path, toPost(body, {})),

    postTwice(path, body, headers) {
      const init = toPost(body, headers);
      const first = over(path, init);
      if (!dice.chance(DOUBLED)) return first;
      return firstHeard(first, track(copyOf(path, init)));
    },

    async pause(milliseconds) {
      await sleep(milliseconds);
      signal.throwIfAborted();
    },

    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },

    doubled: () => doubles,
  };
}

function toPost(body: object, headers: Headers): RequestInit {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

/** The first response of the two, or `lost` if both were lost. */
async function firstHeard(first: Promise<Response>, second: Promise<Response>): Promise<Response> {
  const response = await Promise.race([first, second]);
  if (response !== 'lost') return response;
  const both = await Promise.all([first, second]);
  return both.find((one) => one !== 'lost') ?? 'lost';
}
