import { median, milliseconds } from '../support/figures.ts';
import { createLoops } from '../support/loops.ts';
import { withAll } from '../support/processes.ts';
import type { SlowBrowser } from '../support/slow-page.ts';
import { type Build, buildCommit, copyOfWorkingTree } from './builds.ts';
import { bundleCally, CALLY, type Figures, useCally, useWidget } from './interactions.ts';
import { type Kind, KINDS, load } from './loading.ts';
import { type Pair, printPairs, type Sample } from './pairs.ts';
import { book, type Responses } from './responses.ts';
import { type BuildShop, openBuildShop, type World } from './shops.ts';

/** What is measured in one visit to a shop. */
interface Part {
  readonly name: string;
  readonly measure: (browser: SlowBrowser, shop: BuildShop) => Promise<Sample>;
  readonly reference?: string;
  readonly least?: number;
}

/** What is measured in the same world. */
interface Group {
  readonly world: World;
  readonly parts: readonly Part[];
}

/** In milliseconds; a group begins no further pair after it. */
const LONGEST_GROUP = 25 * 60_000;
/** In milliseconds; of the inputs of a booking, only those that took as long are printed. */
const NOTICED = 50;

/**
 * Builds a commit, serves it beside the working tree, and prints each figure of both, measured in
 * pairs. Every second pair also visits the commit once more, from a server of its own.
 */
export async function compareBuilds(
  browser: SlowBrowser,
  options: { commit: string; pairs: number; isWanted: (part: string) => boolean; standing: number },
): Promise<void> {
  const groups = groupsAt(options.standing)
    .map((group) => ({ ...group, parts: group.parts.filter(({ name }) => options.isWanted(name)) }))
    .filter(({ parts }) => parts.length > 0);
  if (groups.length === 0) throw new Error('No part has a name with this word in it.');
  // Copied first, because the tree may change while the commit is built.
  const now = copyOfWorkingTree();
  const builds = { before: await buildCommit(options.commit), now };
  for (const group of groups) await compareIn(group, builds, options.pairs, browser);
}

function groupsAt(standing: number): Group[] {
  const interactions: Part = { name: 'interactions', measure: interact, reference: CALLY };
  const inputs: Part = { name: 'inputs', measure: wait, least: NOTICED };
  const loads = Object.entries(KINDS).map(([name, kind]) => loadingPart(`loading, ${name}`, kind));
  return [
    { world: { scenario: 'calm', time: standing }, parts: [interactions, inputs] },
    { world: { scenario: 'calm', time: 'now' }, parts: loads },
    {
      world: { scenario: 'large', time: standing },
      parts: [loadingPart('lists, 500 events', {})],
    },
    {
      world: { scenario: 'giant', time: standing },
      parts: [loadingPart('lists, 5,000 events', {})],
    },
  ];
}

async function interact(browser: SlowBrowser, shop: BuildShop): Promise<Sample> {
  const figures: Figures = new Map();
  await useCally(browser, await callyScript(), figures);
  await useWidget(browser, shop, figures, shop.attempt);
  return mediansOf(figures);
}

let bundle: Promise<string> | undefined;
const callyScript = () => (bundle ??= bundleCally());

async function wait(browser: SlowBrowser, shop: BuildShop): Promise<Sample> {
  const responses: Responses = new Map();
  await book(browser, shop, responses, shop.attempt);
  const sample = mediansOf(responses);
  return new Map([...sample, ['the slowest of them', Math.max(...sample.values())]]);
}

function loadingPart(name: string, kind: Kind): Part {
  return {
    name,
    async measure(browser, shop) {
      const { script, paint, longest, own, blocked, shift } = await load(browser, shop, kind);
      return new Map([
        ['first card after the script', script],
        ['first card after the first paint', paint],
        ['longest task', longest],
        ['longest task of our own', own],
        ['blocked', blocked],
        ['layout shift', shift],
      ]);
    },
  };
}

function mediansOf(figures: ReadonlyMap<string, readonly number[]>): Map<string, number> {
  return new Map([...figures].map(([name, values]) => [name, median(values)]));
}

async function compareIn(
  { world, parts }: Group,
  builds: { readonly before: Build; readonly now: Build },
  wanted: number,
  browser: SlowBrowser,
): Promise<void> {
  await withAll(async (keep) => {
    const before = keep(await openBuildShop(builds.before, world));
    const now = keep(await openBuildShop(builds.now, world));
    const again = keep(await openBuildShop(builds.before, world));
    console.log(`\nScripts served, by hash: ${builds.before.name} ${before.script}`);
    console.log(`  its second server ${again.script}, the working tree ${now.script}`);
    const pairs = new Map<Part, Pair[]>(parts.map((part) => [part, []]));
    const loops = createLoops();
    const end = performance.now() + LONGEST_GROUP;
    // The first round fills the caches of the proxies, and shows what a build lacks; it is not
    // counted.
    for (let round = 0; round <= wanted; round += 1) {
      if (round > 1 && performance.now() > end) break;
      loops.time();
      const isWithEqual = round === 0 || round % 2 === 1;
      for (const part of parts) {
        const pair: Pair = {
          before: await measure(part, browser, before),
          now: await measure(part, browser, now),
          again: isWithEqual ? await measure(part, browser, again) : undefined,
        };
        if (round > 0) pairs.get(part)?.push(pair);
      }
    }
    console.log(`  The reference loop took ${milliseconds(loops.median())}.`);
    for (const [part, measured] of pairs) {
      const { name, reference, least } = part;
      printPairs(name, measured, { before: builds.before.name, loops, reference, least });
    }
    [before, now].forEach(printLacks);
  });
}

async function measure(part: Part, browser: SlowBrowser, shop: BuildShop): Promise<Sample> {
  try {
    return await part.measure(browser, shop);
  } catch (cause) {
    throw new Error(`The ${part.name} of ${shop.build} cannot be measured.`, { cause });
  }
}

function printLacks({ build, lacks }: BuildShop): void {
  if (lacks.size > 0) console.log(`  Not found in ${build}: ${[...lacks].join('; ')}`);
}
