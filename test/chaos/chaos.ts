import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { moneyKinds } from '../judge/verdict.ts';
import { createDice, type Dice } from '../simulation/dice.ts';
import { type BankName, openBank } from './bank.ts';
import { check, type CustomerFacts, type Report, type RunFacts } from './check.ts';
import { anyOf, bookAll } from './crowd.ts';
import { chaosFaults } from './faults.ts';
import { type Gateways, openGateways } from './gateways.ts';
import { calm, startNemesis, type Strike } from './nemesis.ts';
import { loadOffers } from './offers.ts';
import { askUntilSettled } from './outcomes.ts';
import { type ChaosPlatform, openPlatform, type Shelf } from './platform.ts';
import { buildPrograms } from './programs.ts';
import { createProxies, type ProxyProcess } from './proxies.ts';
import { openSharedDatabase, openSharedFile } from './shared-store.ts';

export interface ChaosOptions {
  readonly orders: number;
  readonly seed: string;
  /** The number of customers at the same time. */
  readonly atOnce: number;
  /** If true, there are no faults and no trouble, only what `between` does. */
  readonly isCalm?: boolean;
  /**
   * Instead of a file, the proxies share a PostgreSQL database, which is restarted and disconnected;
   * a relay cuts single connections at every stage of the protocol.
   */
  readonly onPostgres?: boolean;
  /** Where orders have to be paid, at a provider that loses responses too; by default nowhere. */
  readonly paidAt?: BankName | undefined;
  /** Opens a relay between the proxies and the platform. */
  readonly between?: (platformUrl: string) => Promise<{ url: string; close(): Promise<void> }>;
}

export interface ChaosResult {
  readonly report: Report;
  readonly customers: readonly CustomerFacts[];
  readonly figures: Figures;
}

export interface Figures {
  /** How often proxies were killed or paused, and their store rewound. */
  readonly strikes: Readonly<Record<string, number>>;
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
const CLOCK_ERROR = 30 * 60_000;
/** In milliseconds; only an alarm or a payment that never comes takes this long. */
const ALARM_TIMEOUT = 300_000;
const ALARM_PAUSE = 500;
/** How long before and after a proxy could not work it may lose what it has just received. */
const LOSES_BEFORE = 2_000;

/**
 * Places orders over sockets while proxies on one store are killed, paused and restarted, the store
 * goes back in time, the sandbox injects all its faults, gateways in front of it lie, and requests
 * of customers are lost and doubled. Then everything recovers, and the checker compares the
 * platform's orders with what customers were told.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { orders, seed, atOnce, isCalm = false, onPostgres = false, paidAt, between } = options;
  const cleanups: (() => Promise<unknown>)[] = [];
  const failed = new AbortController();
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  try {
    const folder = await mkdtemp(join(tmpdir(), 'booking-chaos-'));
    cleanups.push(() => rm(folder, { recursive: true, force: true }));
    const programs = await buildPrograms(folder);
    const platform = await openPlatform(programs.sandbox);
    cleanups.push(platform.close);
    const relay = await between?.(platform.url);
    if (relay) cleanups.push(relay.close);
    const dice = createDice(seed);
    const count = onPostgres ? PROXIES_ON_POSTGRES : PROXIES;
    const gateways = await openGateways({
      count,
      platformUrl: relay?.url ?? platform.url,
      dice: createDice(`${seed}/gateways`),
      elapsed,
    });
    cleanups.push(gateways.close);

    const store = await (onPostgres ? openSharedDatabase() : openSharedFile(folder));
    cleanups.push(store.close);
    const bank = paidAt && (await openBank(paidAt, createDice(`${seed}/bank`), store.url));
    if (bank) cleanups.push(bank.close);
    const proxies = await createProxies({
      count,
      storeUrl: store.url,
      program: programs.proxy,
      platformUrl: gateways.urls,
      timeoutSeconds: isCalm ? CALM_TIMEOUT_SECONDS : TIMEOUT_SECONDS,
      // Proxies that share a file share a machine, and so its clock.
      clockErrors: onPostgres && !isCalm ? clockErrors(count, dice) : [],
      bank,
    });
    cleanups.push(() => Promise.all(proxies.map((proxy) => proxy.end())));
    await startAll(proxies);

    const offers = await loadOffers(anyOf(proxies), daysFor(orders), dice);
    const before = await platform.shelves(offers.date_ids);
    if (!isCalm) {
      await platform.setFaults(chaosFaults(seed));
      gateways.disturb();
      bank?.disturb();
    }
    const troubled = { proxies, store, dice: createDice(`${seed}/nemesis`), elapsed };
    const nemesis = isCalm ? calm : startNemesis(troubled);
    const cutter = isCalm ? calm : store.disturb();
    const crowd = { orders, seed, atOnce, offers, proxies, bank, signal: failed.signal, elapsed };
    const booking = bookAll(crowd).finally(() => {
      nemesis.stop();
      cutter.stop();
    });
    // Nemesis and cutter have to end first, because they start processes.
    cleanups.push(() => Promise.allSettled([nemesis.ended, cutter.ended]));
    const [{ customers, doubled }, strikes, cuts] = await Promise.all([
      booking,
      nemesis.ended,
      cutter.ended,
    ]);
    if (bank && !customers.some(({ facts }) => facts.price)) {
      throw new Error('nobody was asked to pay, so the run proves nothing of money');
    }
    const faults = { ...(await platform.struck()), ...gateways.struck };

    // Killed in the middle of their work, so that they have to complete it after the restart.
    const killedAt = elapsed();
    await Promise.all(proxies.map((proxy) => proxy.kill()));
    await platform.setFaults({ faults: [] });
    gateways.calm();
    bank?.calm();
    await startAll(proxies);
    const all: Strike = {
      kind: 'kill',
      proxies: [...proxies.keys()],
      from: killedAt,
      until: elapsed(),
    };
    const facts = await askUntilSettled(customers, proxies);
    const books = await readBooks(platform, offers.date_ids, before);
    const unpreventable = unpreventableOf(gateways, [...strikes, all]);
    const judge = async () =>
      check({
        customers: facts,
        ...books,
        payments: (await bank?.payments()) ?? [],
        unpreventable,
        alarms: proxies.flatMap((proxy) => proxy.alarms()),
      });
    const end = performance.now() + ALARM_TIMEOUT;
    const isAwaited = ({ counts }: Report) =>
      counts.unalarmed > 0 || moneyKinds.some((kind) => counts[kind] > 0);
    while (isAwaited(await judge()) && performance.now() < end) await sleep(ALARM_PAUSE);
    return {
      report: await judge(),
      customers: facts,
      figures: {
        strikes: countBy(strikes, ({ kind }) => kind),
        cuts: cuts.length,
        lostConnections: store.lostConnections(),
        doubled,
        faults,
        alarms: countBy(
          proxies.flatMap((proxy) => proxy.alarms()),
          ({ reason = '' }) => reason,
        ),
      },
    };
  } finally {
    failed.abort(new Error('the run is over'));
    for (const cleanup of cleanups.toReversed()) await cleanup();
  }
}

/** Each clock is right within half an hour, so two may be an hour apart. */
function clockErrors(count: number, dice: Dice): number[] {
  return Array.from({ length: count }, () => dice.between(-CLOCK_ERROR, CLOCK_ERROR));
}

function unpreventableOf(
  { creates, lies }: Gateways,
  strikes: readonly Strike[],
): RunFacts['unpreventable'] {
  /** A proxy that was struck may have had no time to raise an alarm. */
  const isLost = ({ proxy, at }: Gateways['lies'][number]) =>
    strikes.some(
      ({ proxies, from, until }) =>
        proxies.includes(proxy) && from - LOSES_BEFORE < at && at < until,
    );
  const rewinds = strikes.filter(({ kind }) => kind.startsWith('rewind'));
  return {
    creates,
    lied: lies.filter((lie) => !isLost(lie)).map(({ id }) => id),
    rewinds: rewinds.map(({ from, until }) => ({ to: from, at: until })),
  };
}

async function startAll(proxies: readonly ProxyProcess[]): Promise<void> {
  await Promise.all(proxies.map((proxy) => proxy.start()));
}

function daysFor(orders: number): number {
  return Math.max(FEWEST_DAYS, Math.ceil(orders * DAYS_PER_ORDER));
}

/** `before`: dates and products when the run began. */
async function readBooks(
  platform: ChaosPlatform,
  date_ids: readonly string[],
  before: readonly Shelf[],
): Promise<Pick<RunFacts, 'orders' | 'stocks'>> {
  const soldBefore = new Map(before.map(({ id, total, free }) => [id, total - free]));
  const after = await platform.shelves(date_ids);
  const stocks = after.map((shelf) => ({ ...shelf, soldBefore: soldBefore.get(shelf.id) ?? 0 }));
  return { orders: await platform.orders(), stocks };
}

function countBy<T>(items: readonly T[], nameOf: (item: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of items.map(nameOf)) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
