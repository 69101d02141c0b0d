import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Log } from './log.ts';
import type { OrderCheck } from './order-check.ts';
import type { PaymentProvider } from './payments/provider.ts';
import type { Fetch } from './ports.ts';
import type { SiteConfig } from './sites.ts';
import type { Store } from './store/store.ts';
import type { StripeKeys } from './stripe-keys.ts';

/**
 * The dependencies of the proxy's parts. No part reads a global clock, or reaches for the network
 * or a file, by itself.
 */
export interface ProxyContext {
  readonly config: Config;
  /** Sends requests to the platform. */
  readonly fetch: Fetch;
  readonly store: Store;
  /**
   * The wall clock, which may be set. With a database it is the database's, so that all processes
   * agree.
   */
  readonly clock: Clock;
  /** This machine's wall clock, which runs on while the machine sleeps; `clock` when left out. */
  readonly machineClock?: Clock;
  /** Milliseconds since some moment: never jumps, but may stand still while the machine sleeps. */
  readonly monotonic: Clock;
  readonly log: Log;
  /** Opens a site's account at Stripe, whose package is loaded only where a site has one. */
  readonly createStripe?: (
    keys: StripeKeys,
    context: Pick<ProxyContext, 'clock' | 'fetch'>,
  ) => PaymentProvider;
  /** Without it no order is paid here, unless a site has a provider of its own. */
  readonly payments?: PaymentProvider;
  /** The operator's own check before an order's first payment and before each order. */
  readonly checkOrder?: OrderCheck;
}

/** The same for one site of the proxy. */
export interface SiteContext extends ProxyContext {
  readonly site: SiteConfig;
}
