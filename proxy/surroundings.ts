import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Log } from './log.ts';
import type { SiteConfig } from './sites.ts';
import type { Store } from './store/store.ts';

/** Any way to an answer: the network, or the sandbox in the same process. */
export type Fetch = (request: Request) => Promise<Response>;

/**
 * What one site of the proxy is put into. No part of it reaches for anything else: no global clock,
 * network or file.
 */
export interface Surroundings {
  readonly config: Config;
  readonly site: SiteConfig;
  /** The way to the platform. */
  readonly fetch: Fetch;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
}
