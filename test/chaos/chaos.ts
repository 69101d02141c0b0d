import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IntentResponse } from '../../src/contract/order.schema.ts';
import { IDEMPOTENCY_KEY, paths } from '../../src/contract/paths.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { createDice, type Dice } from '../simulation/dice.ts';
import { check, type CustomerFacts, type Evidence, type Now, type Report } from './check.ts';
import { createConnection } from './connection.ts';
import { book, type Customer } from './customer.ts';
import { chaosFaults } from './faults.ts';
import { loadOffers, type Offers } from './offers.ts';
import { type ChaosPlatform, openPlatform, type Shelf } from './platform.ts';
import { listenPostgresRelay } from './postgres-relay.ts';
import { buildPrograms } from './programs.ts';
import { createProxies, type ProxyProcess } from './proxies.ts';

export interface ChaosOptions {
  readonly orders: number;
  readonly seed: string;
  /** The number of customers at the same time. */
  readonly atOnce: number;
  /** If true, no faults and no kills, only what `between` does. */
  readonly isCalm?: boolean;
  /**
   * Instead of a file, the proxies share a PostgreSQL database, which is restarted and disconnected;
   * a relay cuts single connections at every stage of the protocol.
   */
  readonly onPostgres?: boolean;
  /** Opens a relay between the proxies and the platform. */
  readonly between?: (platformUrl: string) => Promise<{ url: string; close(): Promise<void> }>;
}

export interface ChaosResult {
  readonly report: Report;
  readonly customers: readonly CustomerFacts[];
  readonly figures: Figures;
}

export interface Figures {
  readonly kills: number;
  /** How often the database was restarted or disconnected. */
  readonly cuts: number;
  /** How many single connections to the database were cut. */
  readonly lostConnections: number;
  /** Requests that arrived twice. */
  readonly doubled: number;
  /** How often each kind of fault has struck. */
  readonly faults: Readonly<Record<string, number>>;
  /** The number of alarms that the proxies raised, by reason. */
  readonly alarms: Readonly<Record<string, number>>;
}

const PROXIES = 2;
const PROXIES_ON_POSTGRES = 3;
/** The timeout of one request to the platform. */
export const TIMEOUT_SECONDS = 1;
/** Longer, so that no request of a calm run times out on a busy machine. */
const CALM_TIMEOUT_SECONDS = 2;
/** Days of dates per order, so that dates are left when the earlier ones are sold out. */
const DAYS_PER_ORDER = 1 / 50;
const FEWEST_DAYS = 14;
/** In milliseconds; only an order that never settles takes this long. */
const SETTLING_TIMEOUT = 180_000;
const SETTLING_PAUSE = 500;
const CUT_EVERY = 10_000;
const CUT_PAUSE = 100;
/** Of the relay's cuts: an order takes 31 statements, and has to come through at times. */
const RARITY = 12;
const ASKED_AT_ONCE = 16;

/**
 * Places orders over sockets while proxies on one store are killed and restarted, the sandbox
 * injects all its faults, and requests of customers are lost and doubled. Then everything recovers,
 * and the checker compares the platform's orders with what customers were told.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { orders, seed, atOnce, isCalm = false, onPostgres = false, between } = options;
  const cleanups: (() => Promise<unknown>)[] = [];
  const failed = new AbortController();
  try {
    const folder = await mkdtemp(join(tmpdir(), 'booking-chaos-'));
    cleanups.push(() => rm(folder, { recursive: true, force: true }));
    const programs = await buildPrograms(folder);
    const platform = await openPlatform(programs.sandbox);
    cleanups.push(platform.close);
    const relay = await between?.(platform.url);
    if (relay) cleanups.push(relay.close);
    const platformUrl = relay?.url ?? platform.url;
    const database = onPostgres ? await startPostgres() : undefined;
    if (database) cleanups.push(database.close);
    const databaseRelay =
      database && (await listenPostgresRelay(await database.createDatabase(), { rarity: RARITY }));
    if (databaseRelay) cleanups.push(databaseRelay.close);
    const proxies = await createProxies({
      count: database ? PROXIES_ON_POSTGRES : PROXIES,
      storeUrl: databaseRelay?.url ?? `file:${join(folder, 'proxy.db')}`,
      program: programs.proxy,
      platformUrl,
      timeoutSeconds: isCalm ? CALM_TIMEOUT_SECONDS : TIMEOUT_SECONDS,
    });
    cleanups.push(() => Promise.all(proxies.map((proxy) => proxy.end())));
    await startAll(proxies);

    const dice = createDice(seed);
    const offers = await loadOffers(anyOf(proxies), daysFor(orders), dice);
    const before = await platform.shelves(offers.date_ids);
    if (!isCalm) await platform.setFaults(chaosFaults(seed));
    const crowd = { orders, seed, atOnce, offers, proxies, signal: failed.signal };
    const killer = isCalm ? calmKiller : startKiller(proxies, createDice(`${seed}/kills`));
    const cutter = database && !isCalm ? startCutter(database) : calmKiller;
    if (!isCalm) databaseRelay?.start();
    const booking = bookAll(crowd).finally(() => {
      killer.stop();
      cutter.stop();
    });
    // Killer and cutter have to end first, because they start processes.
    cleanups.push(() => Promise.allSettled([killer.ended, cutter.ended]));
    const [{ customers, doubled }, kills, cuts] = await Promise.all([
      booking,
      killer.ended,
      cutter.ended,
    ]);
    databaseRelay?.stop();
    const lostConnections = Object.values(databaseRelay?.cuts ?? {}).reduce((a, b) => a + b, 0);
    const faults = await platform.struck();

    // Killed in the middle of their work, so that they have to complete it after the restart.
    await Promise.all(proxies.map((proxy) => proxy.kill()));
    await platform.setFaults({ faults: [] });
    await startAll(proxies);
    const facts = await askUntilSettled(customers, proxies);
    const evidence = await readBooks(platform, offers.date_ids, before);
    return {
      report: check({ customers: facts, ...evidence }),
      customers: facts,
      figures: { kills, cuts, lostConnections, doubled, faults, alarms: countAlarms(proxies) },
    };
  } finally {
    failed.abort(new Error('the run is over'));
    for (const cleanup of cleanups.toReversed()) await cleanup();
  }
}

async function startAll(proxies: readonly ProxyProcess[]): Promise<void> {
  await Promise.all(proxies.map((proxy) => proxy.start()));
}

function anyOf(proxies: readonly ProxyProcess[], dice?: Dice): string {
  const up = proxies.filter((proxy) => proxy.isUp());
  const candidates = up.length > 0 ? up : proxies;
  return (dice ? dice.pick(candidates) : candidates[0])?.url ?? '';
}

function daysFor(orders: number): number {
  return Math.max(FEWEST_DAYS, Math.ceil(orders * DAYS_PER_ORDER));
}

interface Crowd {
  readonly orders: number;
  readonly seed: string;
  readonly atOnce: number;
  readonly offers: Offers;
  readonly proxies: readonly ProxyProcess[];
  readonly signal: AbortSignal;
}

/** Resolves when all customers have left and none of their requests is pending. */
async function bookAll({ orders, seed, atOnce, offers, proxies, signal }: Crowd) {
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  const customers: Customer[] = [];
  let doubled = 0;
  await inParallel(atOnce, Array.from({ length: orders }).keys(), async (index) => {
    const dice = createDice(`${seed}/${index}`);
    const balancer = () => anyOf(proxies, dice);
    const connection = createConnection({ dice, balancer, signal });
    const email = `customer-${index}@example.com`;
    customers.push(await book({ dice, email, offers, connection, elapsed }));
    await connection.idle();
    doubled += connection.doubled();
  });
  return { customers, doubled };
}

interface Killer {
  /** Resolves to the number of kills. */
  readonly ended: Promise<number>;
  readonly stop: () => void;
}

const calmKiller: Killer = { ended: Promise.resolve(0), stop: () => {} };

/** Kills and restarts one of the proxies every few seconds. */
function startKiller(proxies: readonly ProxyProcess[], dice: Dice): Killer {
  let isStopped = false;

  async function killAgainAndAgain(): Promise<number> {
    for (let kills = 0; ; kills += 1) {
      await sleep(dice.between(1_000, 4_000));
      if (isStopped) return kills;
      const proxy = dice.pick(proxies);
      await proxy.kill();
      await sleep(dice.delay(100, 2_000));
      await proxy.start();
    }
  }

  return { ended: killAgainAndAgain(), stop: () => (isStopped = true) };
}

/** Restarts the database every ten seconds, or only cuts its connections. */
function startCutter(database: PostgresServer): Killer {
  let isStopped = false;

  async function cutAgainAndAgain(): Promise<number> {
    for (let cuts = 0; ; cuts += 1) {
      for (let waited = 0; waited < CUT_EVERY && !isStopped; waited += CUT_PAUSE) {
        await sleep(CUT_PAUSE);
      }
      if (isStopped) return cuts;
      await (cuts % 2 === 0 ? database.restart() : database.cutConnections());
    }
  }

  return { ended: cutAgainAndAgain(), stop: () => (isStopped = true) };
}

/** Asks all proxies about every key until no order is being checked any more. */
async function askUntilSettled(
  customers: readonly Customer[],
  proxies: readonly ProxyProcess[],
): Promise<CustomerFacts[]> {
  const startedAt = performance.now();
  let open = customers;
  while (open.length > 0 && performance.now() - startedAt < SETTLING_TIMEOUT) {
    await sleep(SETTLING_PAUSE);
    const facts = await askAll(open, proxies);
    open = open.filter((_, index) => facts[index]?.now.some(({ state }) => !isSettled(state)));
  }
  return askAll(customers, proxies);
}

function isSettled(state: Now['state']): boolean {
  return state !== 'checking' && state !== 'no-response';
}

function askAll(
  customers: readonly Customer[],
  proxies: readonly ProxyProcess[],
): Promise<CustomerFacts[]> {
  return inParallel(ASKED_AT_ONCE, customers.values(), async ({ key, facts }) => ({
    ...facts,
    now: await Promise.all(proxies.map((proxy) => ask(proxy, key))),
  }));
}

async function ask({ name, url }: ProxyProcess, key: string): Promise<Now> {
  try {
    const response = await fetch(url + paths.intent, { headers: { [IDEMPOTENCY_KEY]: key } });
    const body = (await response.json()) as IntentResponse;
    if (response.status === 404) return { proxy: name, state: 'unknown' };
    if (!response.ok) return { proxy: name, state: 'no-response' };
    return { proxy: name, state: body.state, code: body.order?.code };
  } catch {
    return { proxy: name, state: 'no-response' };
  }
}

/** `before`: dates and products when the run began. */
async function readBooks(
  platform: ChaosPlatform,
  date_ids: readonly string[],
  before: readonly Shelf[],
): Promise<Omit<Evidence, 'customers'>> {
  const soldBefore = new Map(before.map(({ id, total, free }) => [id, total - free]));
  const after = await platform.shelves(date_ids);
  const stocks = after.map((shelf) => ({ ...shelf, soldBefore: soldBefore.get(shelf.id) ?? 0 }));
  return { orders: await platform.orders(), stocks };
}

function countAlarms(proxies: readonly ProxyProcess[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const reason of proxies.flatMap((proxy) => proxy.alarms())) {
    counts[reason] = (counts[reason] ?? 0) + 1;
  }
  return counts;
}

/** Does the work for every item, `atOnce` at a time. The results are in the order of the items. */
async function inParallel<T, R>(
  atOnce: number,
  items: Iterator<T>,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let started = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = items.next(); !next.done; next = items.next()) {
        const index = started;
        started += 1;
        results[index] = await work(next.value);
      }
    }),
  );
  return results;
}
