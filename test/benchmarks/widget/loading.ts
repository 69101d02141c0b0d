import type { Page } from 'playwright-core';
import { median, milliseconds, row } from '../support/figures.ts';
import { createLoops, type Loops } from '../support/loops.ts';
import type { SlowBrowser } from '../support/slow-page.ts';
import { hostPage, LONGEST_LOAD, scriptWithoutData, type Served } from './host-page.ts';

const LOADS = 10;
/** In milliseconds; a longer task delays the customer's input noticeably. */
const LONG_TASK = 50;
const IN_LOOPS = '  in reference loops';

/** Lighthouse's values for DevTools throttling. */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1000) / 8,
  uploadThroughput: (675 * 1000) / 8,
};

/** A connection that is already open, on a slow network. */
const WARM_CONNECTION = {
  ...SLOW_4G,
  latency: 150,
  downloadThroughput: (1638.4 * 1000) / 8,
};

/** One load of a page with the widget; times in milliseconds. */
export interface Load {
  /** From the last byte of the script to the frame with the first card. */
  readonly script: number;
  /** From the host page's first paint to that frame. */
  readonly paint: number;
  readonly longest: number;
  /** The longest that ended after the script had arrived; 0 if it was shorter than `LONG_TASK`. */
  readonly own: number;
  readonly blocked: number;
  /** Cumulative layout shift. */
  readonly shift: number;
}

export interface Kind {
  readonly network?: typeof SLOW_4G;
  readonly isWarm?: boolean;
  /** Without the first list in the script. */
  readonly isWithoutData?: boolean;
}

export const KINDS: Record<string, Kind> = {
  cold: {},
  warm: { isWarm: true },
  'Slow 4G': { network: SLOW_4G },
  'Slow 4G, no list in the script': { network: SLOW_4G, isWithoutData: true },
  'open connection': { network: WARM_CONNECTION },
  'open connection, no list in it': { network: WARM_CONNECTION, isWithoutData: true },
};

/**
 * Measures how a page with the widget loads: with an empty cache, with a warm one, and on a slow
 * network.
 */
export async function measureLoading(
  browser: SlowBrowser,
  served: Served,
  kinds: Readonly<Record<string, Kind>>,
): Promise<void> {
  console.log(`\nLoading, ${LOADS} times each, medians, and the most of each shift and task`);
  console.log(
    row('', 'from script', 'from paint', 'longest task', 'of our own', 'blocked', 'shift'),
  );
  const loops = createLoops();
  for (const [name, kind] of Object.entries(kinds)) {
    const loads: Load[] = [];
    loops.time();
    for (let count = 0; count < LOADS; count += 1) loads.push(await load(browser, served, kind));
    printLoads(name, loads, loops);
  }
}

/** Compares the first cards of a long list with those of a short one. */
export async function compareLists(browser: SlowBrowser, few: Served, many: Served): Promise<void> {
  const times: Record<'few' | 'many', number[]> = { few: [], many: [] };
  const loops = createLoops();
  for (let count = 0; count <= LOADS; count += 1) {
    loops.time();
    const [ofFew, ofMany] = [await load(browser, few, {}), await load(browser, many, {})];
    // The first load fills the proxy's cache, so it is not counted.
    if (count === 0) continue;
    times.few.push(ofFew.script);
    times.many.push(ofMany.script);
  }
  const [ofFew, ofMany] = [median(times.few), median(times.many)];
  console.log('\nFrom script to first card, by number of events');
  console.log(row('', '500', '5,000', 'ratio'));
  const ratio = (ofMany / ofFew).toFixed(2);
  console.log(row('', milliseconds(ofFew), milliseconds(ofMany), ratio));
  console.log(row(IN_LOOPS, loops.in(ofFew), loops.in(ofMany)));
}

export async function load(browser: SlowBrowser, served: Served, kind: Kind): Promise<Load> {
  const { page, devtools } = await browser.open();
  await observe(page);
  const script = kind.isWithoutData ? await scriptWithoutData(served) : undefined;
  const url = await hostPage(page, served, script);
  if (kind.network) {
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', kind.network);
  }
  await page.goto(url);
  await figures(page);
  if (kind.isWarm) await page.goto(url);
  const result = await figures(page);
  await page.context().close();
  return result;
}

declare global {
  interface Window {
    /** Resolves with the frame that shows the first card. */
    firstCard: Promise<number>;
    longTasks: { end: number; duration: number }[];
    shift: number;
  }
}

/** Installs observers before any script of the page runs. */
async function observe(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.longTasks = [];
    window.shift = 0;
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) {
        window.longTasks.push({ end: startTime + duration, duration });
      }
    }).observe({ type: 'longtask', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        window.shift += (entry as PerformanceEntry & { value: number }).value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
    window.firstCard = new Promise((resolve) => {
      addEventListener('booking-ready', () =>
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))),
      );
    });
  });
}

/** Once the page has come to rest. */
async function figures(page: Page): Promise<Load> {
  const seen = await page.evaluate(async (longestLoad) => {
    const card = await new Promise<number>((resolve, reject) => {
      void window.firstCard.then(resolve);
      setTimeout(() => reject(new Error('There is no card yet.')), longestLoad);
    });
    await new Promise<void>((resolve) => requestIdleCallback(() => resolve()));
    await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const [script] = performance
      .getEntriesByType('resource')
      .filter(({ name }) =>
        /\/booking-widget(-\w{16})?\.js$/.test(name),
      ) as PerformanceResourceTiming[];
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const { longTasks, shift } = window;
    return {
      card,
      script: script?.responseEnd ?? NaN,
      paint: paint?.startTime ?? NaN,
      longTasks,
      shift,
    };
  }, LONGEST_LOAD);
  const durations = seen.longTasks.map(({ duration }) => duration);
  const own = seen.longTasks.filter(({ end }) => end > seen.script);
  return {
    script: seen.card - seen.script,
    paint: seen.card - seen.paint,
    longest: Math.max(0, ...durations),
    own: Math.max(0, ...own.map(({ duration }) => duration)),
    blocked: durations.reduce((sum, duration) => sum + duration - LONG_TASK, 0),
    shift: seen.shift,
  };
}

function printLoads(name: string, loads: readonly Load[], loops: Loops): void {
  const of = (key: keyof Load) => loads.map((each) => each[key]);
  const times = [
    median(of('script')),
    median(of('paint')),
    Math.max(...of('longest')),
    Math.max(...of('own')),
    median(of('blocked')),
  ];
  console.log(row(name, ...times.map(milliseconds), Math.max(...of('shift')).toFixed(3)));
  console.log(row(IN_LOOPS, ...times.map(loops.in)));
}
