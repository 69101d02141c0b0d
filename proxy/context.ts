import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Log } from './log.ts';
import type { Fetch } from './ports.ts';
import type { OrderCheck } from './order-check.ts';
import type { PaymentProvider } from './payment.ts';
import type { SiteConfig } from './sites.ts';
import type { Store } from './store/store.ts';

/**
 * What every part of the proxy is given. None of them reaches for a global clock, the network or a
 * file by itself.
 */
export interface ProxyContext {
  readonly config: Config;
  /** The way to the platform. */
  readonly fetch: Fetch;
  readonly store: Store;
  /** The time, of all processes on one database by its clock. It may be set. */
  readonly clock: Clock;
  /** The wall clock of this machine, which runs while it sleeps; `clock` where it is missing. */
  readonly machineClock?: Clock;
  /** Milliseconds from some moment on: it never jumps, and may stand still while a machine sleeps. */
  readonly monotonic: Clock;
  readonly log: Log;
  /** Without it no order is paid here, and a request that says so is refused. */
  readonly payments?: PaymentProvider;
  /** The operator's own check before each order. */
  readonly checkOrder?: OrderCheck;
}

/** The same for one site of the proxy. */
export interface SiteContext extends ProxyContext {
  readonly site: SiteConfig;
}
