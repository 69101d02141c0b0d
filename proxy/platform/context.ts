import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Fetch } from '../ports.ts';
import type { Store } from '../store/store.ts';

/**
 * What a client of the platform depends on: of the proxy's context for a site, or of a program that
 * uses the client by itself.
 */
export interface PlatformContext {
  readonly config: {
    /** The platform's address, without `/v3`. */
    readonly PLATFORM_URL: string;
    readonly PLATFORM_TIMEOUT_SECONDS: number;
    /** Calls a month. */
    readonly PLATFORM_BUDGET: number;
    /** Seals the token in the store. */
    readonly PROXY_SECRET: string;
    readonly PROXY_SECRET_BEFORE?: string | undefined;
  };
  readonly site: { readonly client: Credentials };
  readonly fetch: Fetch;
  /** Keeps the token and the count of calls. */
  readonly store: Pick<Store, 'get' | 'put'>;
  readonly clock: Clock;
  readonly monotonic: Clock;
  readonly log: Log;
}

/** Of an OAuth client (spec, Authentication 2). */
export interface Credentials {
  readonly id: string;
  readonly secret: string;
}
