import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { LogEntry } from '../log.ts';
import { monthlyUsage } from '../platform/budget.ts';
import type { Store } from '../store/store.ts';

const seconds = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10];

interface Options {
  readonly config: Config;
  readonly store: Store;
  readonly clock: Clock;
  readonly isReady: () => boolean;
}

/**
 * Counts what the log tells. No label carries what a visitor sent: routes are templates, calls have
 * names.
 */
export function createMetrics({ config, store, clock, isReady }: Options) {
  const registers = [new Registry()];
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name: `booking_${name}`, help, labelNames, registers });
  const histogram = (name: string, help: string, labelNames: string[]) =>
    new Histogram({ name: `booking_${name}`, help, labelNames, buckets: seconds, registers });

  const requests = histogram('request_seconds', 'Requests of browsers', ['route', 'status']);
  const old = counter('stale_answers_total', 'Answers that are older than they should be', [
    'route',
  ]);
  const calls = histogram('platform_call_seconds', 'Calls to the platform', ['operation', 'end']);
  const refusals = counter('token_refusals_total', 'Token requests without a token', []);
  const skipped = counter('items_skipped_total', 'Items that cannot be read', ['kind', 'field']);
  const alarms = counter('order_alarms_total', 'Orders for somebody to look at', ['reason']);
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      ...{ name, help, registers },
      collect() {
        this.set(read());
      },
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
        for (const [kind, count] of Object.entries(usage)) this.set({ client, class: kind }, count);
      }
    },
  });
  gauge('booking_platform_budget', 'Calls that a month may have', () => config.PLATFORM_BUDGET);
  gauge('booking_ready', '0 once it is about to end', () => Number(isReady()));
  const since = clock() / 1000;
  gauge('process_start_time_seconds', 'When it began, in seconds since the epoch', () => since);

  return {
    count(entry: LogEntry): void {
      const { event, ms = 0, route = '', operation = '', status, kind = '', field = '' } = entry;
      if (event === 'request') requests.observe({ route, status }, ms / 1000);
      if (entry.stale) old.inc({ route });
      if (event === 'platform-call')
        calls.observe({ operation, end: String(status ?? 'none') }, ms / 1000);
      if (event === 'token-refused') refusals.inc();
      if (event === 'item-skipped') skipped.inc({ kind, field });
      if (event === 'order-alarm') alarms.inc({ reason: entry.reason ?? '' });
    },
    /** In Prometheus' text format. */
    write: async () => registers[0]?.metrics() ?? '',
  };
}
export type Metrics = ReturnType<typeof createMetrics>;
