import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { SiteContext } from '../context.ts';
import type { LogEntry } from '../log.ts';
import { isPaid } from '../payments/demand.ts';
import { ageOfSteps, countOpenPayments } from '../payments/open-payments.ts';
import { monthlyUsage } from '../platform/budget.ts';
import type { SiteConfig } from '../sites.ts';
import type { Store } from '../store/store.ts';

/** Seconds. */
const BUCKETS = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10];

/** Counts log entries. No label has a visitor's values: a route is labelled with its template. */
export interface Metrics {
  count(entry: LogEntry): void;
  /** In Prometheus' text format. */
  write(): Promise<string>;
}

interface MetricsOptions {
  readonly config: Config;
  readonly store: Store;
  readonly clock: Clock;
  readonly isReady: () => boolean;
}

export function createMetrics({ config, store, clock, isReady }: MetricsOptions): Metrics {
  const contextOf = (site: SiteConfig): SiteContext => {
    const monotonic = () => performance.now();
    return { config, site, store, clock, monotonic, fetch, log: () => {} };
  };
  const registry = new Registry();
  const registers = [registry];

  const requests = new Histogram({
    name: 'booking_request_seconds',
    help: 'Requests of browsers',
    labelNames: ['route', 'status'],
    buckets: BUCKETS,
    registers,
  });
  const staleResponses = new Counter({
    name: 'booking_stale_responses_total',
    help: 'Responses that are older than they should be',
    labelNames: ['route'],
    registers,
  });
  const calls = new Histogram({
    name: 'booking_platform_call_seconds',
    help: 'Calls to the platform',
    labelNames: ['operation', 'end'],
    buckets: BUCKETS,
    registers,
  });
  const tokenRefusals = new Counter({
    name: 'booking_token_refusals_total',
    help: 'Token requests without a token',
    registers,
  });
  const keyRefusals = new Counter({
    name: 'booking_payment_key_refusals_total',
    help: 'Log lines of a payment provider that does not accept the key of a site; every ten minutes',
    registers,
  });
  const paymentFailures = new Counter({
    name: 'booking_payment_failures_total',
    help: 'Calls to the payment provider that it has refused or not responded to, by its code',
    labelNames: ['operation', 'code'],
    registers,
  });
  const skippedItems = new Counter({
    name: 'booking_items_skipped_total',
    help: 'Items left out of a list, by the field that is wrong; of prices, their events',
    labelNames: ['kind', 'field'],
    registers,
  });
  const orderAlarms = new Counter({
    name: 'booking_order_alarms_total',
    help: 'Orders for somebody to look at',
    labelNames: ['reason'],
    registers,
  });
  const dateAlarms = new Counter({
    name: 'booking_date_alarms_total',
    help: 'Dates cannot be kept in step by deltas, and cost more calls',
    labelNames: ['reason'],
    registers,
  });
  const visitorLimits = new Counter({
    name: 'booking_visitor_limits_total',
    help: 'Visitors at a limit, each counted once in ten minutes',
    labelNames: ['code'],
    registers,
  });
  const closedConnections = new Counter({
    name: 'booking_connections_closed_total',
    help: 'Connections closed because a network, or the proxy, had too many',
    labelNames: ['kind'],
    registers,
  });
  const storeAlarms = new Counter({
    name: 'booking_store_alarms_total',
    help: 'The store was found to be new, to have gone back, or was restored',
    labelNames: ['reason'],
    registers,
  });
  const unreadableRows = new Counter({
    name: 'booking_rows_unreadable_total',
    help: 'Rows of the store that are not as they were written, and are begun anew',
    labelNames: ['kind'],
    registers,
  });
  const backgroundFailures = new Counter({
    name: 'booking_background_failures_total',
    help: 'Work that nobody waited for has failed; it is tried again',
    registers,
  });

  new Gauge({
    name: 'booking_platform_calls_this_month',
    help: 'Calls of all proxies on this store',
    labelNames: ['client', 'class'],
    registers,
    async collect() {
      this.reset();
      for (const client of new Set(config.sites.map((site) => site.client.id))) {
        const usage = await monthlyUsage(store, client, clock());
        for (const [callClass, count] of Object.entries(usage)) {
          this.set({ client, class: callClass }, count);
        }
      }
    },
  });
  new Gauge({
    name: 'booking_payments_open',
    help: 'Payments that are held, wait with a saved method, are being refunded, or are left to somebody to refund by hand',
    labelNames: ['site', 'state'],
    registers,
    async collect() {
      this.reset();
      for (const site of config.sites.filter(({ payments }) => isPaid(payments))) {
        const counts = await countOpenPayments(contextOf(site));
        for (const [state, count] of Object.entries(counts)) {
          this.set({ site: site.key, state }, count);
        }
      }
    },
  });
  new Gauge({
    name: 'booking_payment_step_age_seconds',
    help: 'For how long the oldest capture, release or refund has had no clear outcome; 0 without one',
    labelNames: ['site', 'operation'],
    registers,
    async collect() {
      this.reset();
      for (const site of config.sites.filter(({ payments }) => isPaid(payments))) {
        const ages = await ageOfSteps(contextOf(site));
        for (const [operation, age] of Object.entries(ages)) {
          this.set({ site: site.key, operation }, age / 1000);
        }
      }
    },
  });
  new Gauge({
    name: 'booking_platform_budget',
    help: 'Calls that a month may have',
    registers,
  }).set(config.PLATFORM_BUDGET);
  new Gauge({
    name: 'booking_ready',
    help: '0 once it is about to end',
    registers,
    collect() {
      this.set(Number(isReady()));
    },
  });
  new Gauge({
    name: 'process_start_time_seconds',
    help: 'When it began, in seconds since the epoch',
    registers,
  }).set(clock() / 1000);

  return {
    count(entry) {
      const { route = '', status = '', operation = '', kind = '', field = '', reason = '' } = entry;
      const seconds = (entry.ms ?? 0) / 1000;
      switch (entry.event) {
        case 'request':
          requests.observe({ route, status }, seconds);
          if (entry.stale) staleResponses.inc({ route });
          break;
        case 'platform-call':
          calls.observe({ operation, end: String(status || 'none') }, seconds);
          break;
        case 'token-refused':
          tokenRefusals.inc();
          break;
        case 'payment-key-refused':
          keyRefusals.inc();
          break;
        case 'payment-failed':
          paymentFailures.inc({ operation, code: entry.provider_code ?? '' });
          break;
        case 'item-skipped':
          skippedItems.inc({ kind, field }, entry.count ?? 1);
          break;
        case 'order-alarm':
          orderAlarms.inc({ reason });
          break;
        case 'dates-alarm':
          dateAlarms.inc({ reason });
          break;
        case 'visitor-limit':
          visitorLimits.inc({ code: entry.code ?? '' });
          break;
        case 'connection-limit':
          closedConnections.inc({ kind }, entry.count);
          break;
        case 'budget':
          // The gauge of calls covers it.
          break;
        case 'store-awaited':
          // The store is awaited before anybody can request metrics.
          break;
        case 'store-alarm':
          storeAlarms.inc({ reason });
          break;
        case 'row-unreadable':
          unreadableRows.inc({ kind });
          break;
        case 'background-failed':
          backgroundFailures.inc();
          break;
      }
    },
    write: () => registry.metrics(),
  };
}
