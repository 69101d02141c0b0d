import type { ListedEvent } from '#contract/event.schema';
import { monthRange } from '#contract/month-range';
import { createSandbox } from '../../demo/sandbox/sandbox.ts';
import { createRandom } from '../../demo/sandbox/world/random.ts';
import { createUrls, limitFor } from '../../src/client/urls.ts';
import { createWorld, PROXY, SHOP, START } from '../support/world.ts';
import { row, whole } from './support/figures.ts';
import { inFolder, withAll } from './support/processes.ts';
import { openPlatform, openProxy, ORIGIN } from './support/servers.ts';

const VISITORS = 1_000;
const EVENTS = 24;
/** 24, 500 and 5,000 events or so. */
const SCENARIOS = ['calm', 'large', 'giant'] as const;
const MEGABYTES = 350;
const SPAN = 10 * 60_000;
const LIMIT = 30;
const MONTHS = ['2026-11', '2026-12'] as const;

interface Read {
  readonly at: number;
  readonly path: string;
}

/**
 * Simulates visitors on virtual time who open the list, an event, its month and the next month,
 * spread over ten minutes. They send all requests that the widget sends, and a visit takes a
 * minute. The same crowd warms up the cache for ten minutes before.
 */
export async function bench(): Promise<void> {
  for (const scenario of SCENARIOS) {
    console.log(`Scenario ${scenario}`);
    await browse(scenario);
    await measureMemory(scenario);
  }
}

async function browse(scenario: (typeof SCENARIOS)[number]): Promise<void> {
  const time = { now: START };
  const sandbox = createSandbox({ clock: () => time.now, scenario });
  const calls = new Map<string, number>();
  const platform = async (request: Request) => {
    const name = nameOf(new URL(request.url));
    calls.set(name, (calls.get(name) ?? 0) + 1);
    return sandbox(request);
  };
  const world = createWorld({ between: () => platform });
  const read = async (path: string) => {
    const response = await world.read(new Request(PROXY + path, { headers: { Origin: SHOP } }));
    if (response.status !== 200)
      throw new Error(`${path} answered ${response.status}: ${response.text}`);
    return response.text;
  };

  const list = JSON.parse(await read(`/v3/events?limit=${limitFor(1)}`)) as ListedEvent[];
  const random = createRandom('browsing');
  const visited = list.slice(0, EVENTS);
  for (const isWarm of [false, true]) {
    calls.clear();
    const reads = Array.from({ length: VISITORS }, () =>
      visit(time.now + random() * SPAN, chosenOf(visited, random())),
    ).flat();
    const ends = time.now + SPAN;
    for (const { at, path } of reads.sort((a, b) => a.at - b.at)) {
      const moved = Math.max(0, Math.min(at, ends) - time.now);
      time.now += moved;
      world.advance(moved);
      await read(path);
    }
    if (isWarm) report(reads, calls);
  }
}

/** Measures the memory of a new proxy after it has served everything that those visitors open. */
async function measureMemory(scenario: (typeof SCENARIOS)[number]): Promise<void> {
  await inFolder((folder) =>
    withAll(async (keep) => {
      const platform = keep(await openPlatform(folder, scenario));
      const proxy = keep(await openProxy(folder, platform.url));
      const read = async (path: string) => {
        const response = await fetch(proxy.url + path, { headers: { Origin: ORIGIN } });
        const text = await response.text();
        if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
        return text;
      };
      const list = JSON.parse(await read(`/v3/events?limit=${limitFor(1)}`)) as ListedEvent[];
      const reads = list.slice(0, EVENTS).flatMap((event) => visit(0, event));
      for (const { path } of reads) await read(path);
      const { now, most } = proxy.resident();
      const limit = `limit ${MEGABYTES}`;
      console.log(row('megabytes of a proxy, now and at most', whole(now), whole(most), limit));
    }),
  );
}

const WHOLE = ', whole';

/** Distinguishes full listings, which are repeated every hour, from the deltas between them. */
function nameOf({ pathname, searchParams }: URL): string {
  const route = pathname.replace(/(\/v3\/\w+\/)[^/]+/, '$1{id}');
  const isPart = ['delta_since', 'available_from', 'accept'].some((name) => searchParams.has(name));
  return isPart || route.includes('{id}') ? route : route + WHOLE;
}

/**
 * A Zipf distribution: the second event is opened half as often as the first, the third a third as
 * often.
 */
function chosenOf(events: readonly ListedEvent[], chance: number): ListedEvent {
  const weights = events.map((_, rank) => 1 / (rank + 1));
  let left = chance * weights.reduce((sum, weight) => sum + weight, 0);
  const chosen = events.find((_, rank) => (left -= weights[rank] ?? 0) < 0) ?? events[0];
  if (!chosen) throw new Error('The sandbox lists no events.');
  return chosen;
}

function visit(at: number, { id, vendor_id }: ListedEvent): Read[] {
  const urls = createUrls(PROXY);
  const [first, next] = MONTHS;
  const after = (seconds: number, urls: readonly string[]) =>
    urls.map((url) => ({ at: at + seconds * 1000, path: url.slice(PROXY.length) }));
  return [
    ...after(0, [urls.site(), urls.events({ limit: limitFor(1) })]),
    ...after(20, [
      urls.mergedEvent(id),
      urls.vendor(vendor_id),
      urls.products(vendor_id),
      urls.dates(id, ...monthRange(first)),
    ]),
    ...after(60, [urls.dates(id, ...monthRange(next))]),
  ];
}

function report(reads: readonly Read[], calls: ReadonlyMap<string, number>): void {
  const sum = (counts: readonly [string, number][]) =>
    counts.reduce((total, [, count]) => total + count, 0);
  const total = sum([...calls].filter(([name]) => !name.endsWith(WHOLE)));
  console.log(
    `${whole(VISITORS)} visitors in ten minutes, Zipf over ${EVENTS} merged events, warm`,
  );
  for (const [route, count] of [...calls].sort(([a], [b]) => a.localeCompare(b))) {
    console.log(row(`platform calls, ${route}`, whole(count)));
  }
  console.log(row('platform calls without whole lists', whole(total), `limit ${LIMIT}`));
  console.log(
    row('a call per read', whole(reads.length), `ratio ${(total / reads.length).toFixed(3)}`),
  );
}
