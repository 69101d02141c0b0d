import { toJson } from '../domain/json.ts';
import { headerOf, textOf } from './own-response.ts';
import { createProxyClock } from './proxy-clock.ts';
import { RequestError } from './request-error.ts';
import { parseResponse } from './response.ts';
import { createUrls, type ProxyUrls } from './urls.ts';

export interface ExchangeOptions {
  /** The proxy's origin, and the path that it is mounted under, if any. */
  proxy: string;
  /** Public key of the site; not needed if the proxy has only one. */
  site?: string | undefined;
  fetch: typeof fetch;
  /** Milliseconds since the epoch. */
  clock: () => number;
}

export interface ProxyRequest extends RequestInit {
  url: string;
}

/** Requests and responses between the widget and its proxy. */
export interface Exchange {
  readonly urls: ProxyUrls;
  /** Sends a request, and resolves to the body of its response. */
  send<Body>(request: ProxyRequest): Promise<Body>;
  /** Sends a request, and passes its response, which may be a stream, to `take`. */
  open<Result>(
    request: ProxyRequest,
    take: (response: Response) => Promise<Result>,
  ): Promise<Result>;
  /** The body of a response. */
  receive<Body>(response: Response): Promise<Body>;
  /** The proxy's time, in milliseconds since the epoch. */
  now(): number;
  /** Whether this value came with the response header `Booking-Stale`. */
  isStale(value: object | undefined): boolean;
}

export function createExchange({ proxy, site, fetch, clock }: ExchangeOptions): Exchange {
  const proxyClock = createProxyClock(clock);
  const stale = new WeakSet<object>();

  /** An error without a response, such as a failed `fetch`, becomes a `connection` failure. */
  async function open<Result>(
    { url, ...init }: ProxyRequest,
    take: (response: Response) => Promise<Result>,
  ): Promise<Result> {
    try {
      const response = await fetch(url, init);
      // Read first, so that no failure of what follows can lose it.
      const taken = take(response);
      proxyClock.observe(response);
      return await taken;
    } catch (cause) {
      if (init.signal?.aborted) throw init.signal.reason;
      if (cause instanceof RequestError) throw cause;
      throw new RequestError({ kind: 'connection' }, { cause });
    }
  }

  async function receive<Body>(response: Response): Promise<Body> {
    const body = parseResponse<Body>(response, await textOf(response), proxyClock.now);
    if (headerOf(response, 'Booking-Stale') !== null) stale.add(body as object);
    return body;
  }

  return {
    urls: createUrls(proxy, site),
    send: <Body>(request: ProxyRequest) => open(request, receive<Body>),
    open,
    receive,
    now: proxyClock.now,
    isStale: (value) => value !== undefined && stale.has(value),
  };
}

export function get(url: string, signal?: AbortSignal, headers: HeadersInit = {}): ProxyRequest {
  return { url, headers, signal: signal ?? null };
}

/**
 * A GET that the browser's cache has to revalidate (`no-cache`), because prices and places may have
 * changed, and a 304 is cheap.
 */
export function revalidated(url: string, signal?: AbortSignal): ProxyRequest {
  return { ...get(url, signal), cache: 'no-cache' };
}

export function post(url: string, body: unknown, headers?: Record<string, string>): ProxyRequest {
  return {
    url,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: toJson(body),
  };
}
