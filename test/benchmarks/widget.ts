import { parseArgs } from 'node:util';
import { openShop } from '../../demo/shop.ts';
import { freePorts } from '../support/free-port.ts';
import { openSlowBrowser, type SlowBrowser } from './support/slow-page.ts';
import { compareBuilds } from './widget/beside.ts';
import type { Served } from './widget/host-page.ts';
import { measureInteractions } from './widget/interactions.ts';
import { compareLists, KINDS, measureLoading } from './widget/loading.ts';
import { measureResponses } from './widget/responses.ts';

/** A Saturday, when the sandbox's world begins. */
const NOW = Date.parse('2026-11-21T07:00:00Z');

type IsWanted = (part: string) => boolean;

/**
 * Measures the widget's cost in a browser with a CPU that is four times slower; with `--beside
 * COMMIT` in pairs with that commit, `--pairs N` of them. `--only WORD` measures the parts whose
 * name contains the word: interactions, inputs, lists, or a kind of loading such as `cold`.
 */
export async function bench(args: readonly string[] = []): Promise<void> {
  const { beside, pairs, only } = optionsIn(args);
  const isWanted: IsWanted = (part) => part.includes(only);
  // So that what removes folders and ends processes at the exit is called.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(1));
  }
  const browser = await openSlowBrowser();
  try {
    if (beside === undefined) await measureAll(browser, isWanted);
    else await compareBuilds(browser, { commit: beside, pairs, isWanted, standing: NOW });
  } finally {
    await browser.close();
  }
}

function optionsIn(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      beside: { type: 'string' },
      pairs: { type: 'string', default: '15' },
      only: { type: 'string', default: '' },
    },
  });
  const pairs = Number(values.pairs);
  if (!Number.isInteger(pairs) || pairs < 1) throw new Error(`--pairs ${values.pairs}: how many?`);
  return { ...values, pairs };
}

async function measureAll(browser: SlowBrowser, isWanted: IsWanted): Promise<void> {
  const opened: { close: () => Promise<void> }[] = [];
  const open = async (
    scenario: 'calm' | 'large' | 'giant',
    clock: () => number = () => NOW,
  ): Promise<Served> => {
    const [demo = 0, proxy = 0, sandbox = 0] = await freePorts(3);
    const ports = { demo, proxy, sandbox };
    const shop = await openShop({ ports, scenario, clock, log: () => undefined });
    opened.push(shop);
    return { ...shop, dist: 'dist' };
  };
  try {
    const calm = await open('calm');
    if (isWanted('interactions')) await measureInteractions(browser, calm);
    if (isWanted('inputs')) await measureResponses(browser, calm);
    const kinds = Object.entries(KINDS).filter(([name]) => isWanted(`loading, ${name}`));
    if (kinds.length > 0) {
      // By the browser's own time, because it does not use a list that is older than ten minutes.
      await measureLoading(browser, await open('calm', Date.now), Object.fromEntries(kinds));
    }
    if (isWanted('lists')) await compareLists(browser, await open('large'), await open('giant'));
  } finally {
    for (const shop of opened) await shop.close();
  }
}
