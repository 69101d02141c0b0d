import { MAX_PARTICIPANTS } from '#contract/limits';
import { DAY, MINUTE, SECOND } from '#contract/milliseconds';
import { cacheControl } from '../../proxy/cache/policies.ts';
import { readConfig } from '../../proxy/config.ts';
import { MAX_BODY_BYTES } from '../../proxy/http/body.ts';
import { QUOTE_LIFETIME } from '../../proxy/journal/quote.ts';
import { LOW_BUDGET } from '../../proxy/platform/budget.ts';
import * as time from '../../proxy/time-limits.ts';
import { grouped, numberIn } from './number-in.ts';

/** The defaults: only what has none is set. */
const config = readConfig({
  PLATFORM_URL: 'https://platform.example',
  PLATFORM_CLIENT_ID: 'id',
  PLATFORM_CLIENT_SECRET: 'secret',
  PUBLIC_URL: 'https://proxy.example',
  ALLOWED_ORIGINS: 'https://page.example',
  PROXY_SECRET: '0123456789abcdef'.repeat(2),
});

const SERVER = 'proxy/server.ts';
const CONNECTIONS = 'proxy/guards/connection-limit.ts';
const STREAMS = 'proxy/guards/stream-limit.ts';
const BUDGET = 'proxy/platform/budget.ts';
const BALANCER = 'proxy/balancer.conf';

const secret = `${numberIn('proxy/secret-strength.ts', /'(\d+) or more random/)} or more random characters`;
const percent = (share: number) => `${share * 100} %`;
const visitors = (list: string) =>
  percent(numberIn(BUDGET, new RegExp(`${list}: \\{.*visitor: ([\\d.]+)`)));
const seconds = (name: string) => `${numberIn(SERVER, name) / SECOND} seconds`;
const shown = `${numberIn('proxy/catalog/loaded-months.ts', 'QUOTED_UNTIL')} seconds`;
const maxAge = (directives: string) => Number(/max-age=(\d+)/.exec(directives)?.[1]);
const stale = Number(/stale-while-revalidate=(\d+)/.exec(cacheControl.catalog)?.[1]);
const reserve = numberIn(CONNECTIONS, 'LOOPBACK_RESERVE');
const callsPerMinute = Math.floor((config.PLATFORM_BUDGET * MINUTE) / (30 * DAY));

/** What proxy/README.md says with a figure, made from the source of the figure. */
export const figuresOfProxy: readonly string[] = [
  `in the store for ${time.SCRIPT_KEPT / DAY} days`,
  `listens on port ${config.PORT}`,
  `give it ${numberIn('proxy/compose.yaml', 'stop_grace_period')} seconds to end`,
  secret,
  `where it listens: ${config.PORT} on all interfaces`,
  `with the CDN: ${config.TRUSTED_HOPS} |`,
  `one request to the platform: ${config.PLATFORM_TIMEOUT_SECONDS} |`,
  `the platform allows one client: ${config.PLATFORM_BUDGET} |`,
  `or never: ${config.ORDER_SETTLE_SECONDS} |`,
  `is kept: ${config.ORDER_RETENTION_DAYS} |`,
  `kept in memory: ${config.DATES_PER_MONTH} |`,
  `requests of one client address: ${config.READS_PER_MINUTE} |`,
  `the same for quotes: ${config.QUOTES_PER_MINUTE} |`,
  `the same for orders: ${config.ORDERS_PER_MINUTE} |`,
  `rendering for one address: ${config.RENDER_MS_PER_MINUTE}, a tenth`,
  `cause in ten minutes: ${config.CALLS_PER_CLIENT} |`,
  `one address may order in a day: ${config.PLACES_PER_CLIENT} |`,
  `one e-mail address in a day: ${config.ORDERS_PER_EMAIL} |`,
  `address's orders in a day: ${config.EMAILS_PER_CLIENT} |`,
  `the quotes that customers have (${QUOTE_LIFETIME / MINUTE} minutes)`,
  `| ${numberIn('proxy/guards/render-lane.ts', 'address')} |`,
  `| ${percent(numberIn('proxy/guards/visitor.ts', 'PART_OF_DAY'))} of`,
  `/ ${numberIn('proxy/guards/visitor.ts', 'DAYS_OF_MONTH')} |`,
  `${numberIn(STREAMS, 'address')}, and ${grouped(numberIn(STREAMS, 'all'))} of a process`,
  `every ${grouped(numberIn('proxy/guards/render-lane.ts', 'CHARACTERS_PER_MILLISECOND'))} characters`,
  `if ${numberIn('proxy/guards/render-lane.ts', 'BACKLOG')} wait`,
  `at most ${grouped(numberIn(CONNECTIONS, 'MAX_CONNECTIONS'))}.`,
  `${reserve} further ones are reserved`,
  `and ${numberIn(CONNECTIONS, /name: 'admin', total: (\d+)/)} for`,
  `at most ${MAX_PARTICIPANTS} participants of a date and ${MAX_BODY_BYTES / 1024} KB`,
  `(at ${percent(LOW_BUDGET)}), lists (${visitors('events')}), dates (${visitors('dates')})`,
  `visible within ${shown}`,
  `listed every ${shown}`,
  `up to ${time.WATCH_TIME / DAY} days after the last order`,
  `still serves for ${seconds('DRAIN_NOTICE')}`,
  `longer than ${seconds('DRAIN_TIMEOUT')}`,
  `without the ${seconds('DRAIN_NOTICE')}`,
  `until ${numberIn('proxy/catalog/shared-lists.ts', 'UNUSED_AFTER')} days after`,
  `PostgreSQL database, version ${numberIn('proxy/compose.yaml', /image: postgres:(\d+)/)} or newer`,
  `requests on port ${numberIn(BALANCER, /listen (\d+)/)} are led to it`,
  `have ${numberIn(BALANCER, /limit_conn connections (\d+)/)} requests at once, and ` +
    `${numberIn(BALANCER, /rate=(\d+)r/)} a second after the first ` +
    numberIn(BALANCER, /burst=(\d+)/),
  `takes over after ${time.CATALOG_LEASE / SECOND} seconds`,
  `${grouped(config.PLATFORM_BUDGET)} calls a month are ${callsPerMinute} a minute`,
  `| ${maxAge(cacheControl.asset) / 60} minutes, then stale for a week`,
  `| ${maxAge(cacheControl.catalog) / 60} minute, then stale for ${stale / 60} minutes`,
  `| ${maxAge(cacheControl.places)} seconds, never stale`,
  `| ${maxAge(cacheControl.stale)} seconds`,
  // What is promised here is held by whoever releases.
  'within 7 days of its publication, or within 2 days',
];
