import { openShop, type Shop } from '../../demo/shop.ts';
import { freePorts } from '../support/free-port.ts';
import { openSlowBrowser } from './support/slow-page.ts';
import { measureInteractions } from './widget/interactions.ts';
import { compareLists, measureLoading } from './widget/loading.ts';
import { measureResponses } from './widget/responses.ts';

/** A Saturday, when the sandbox's world begins. */
const NOW = Date.parse('2026-11-21T07:00:00Z');

/** Measures the widget's cost in a browser with a CPU that is four times slower. */
export async function bench(): Promise<void> {
  const browser = await openSlowBrowser();
  const shops: Shop[] = [];
  const open = async (scenario: 'calm' | 'large' | 'giant', clock: () => number = () => NOW) => {
    const [demo = 0, proxy = 0, sandbox = 0] = await freePorts(3);
    const ports = { demo, proxy, sandbox };
    const shop = await openShop({ ports, scenario, clock, log: () => undefined });
    shops.push(shop);
    return shop;
  };
  try {
    const calm = await open('calm');
    await measureInteractions(browser, calm);
    await measureResponses(browser, calm);
    // By the browser's own time, because it does not use a list that is older than ten minutes.
    await measureLoading(browser, await open('calm', Date.now));
    await compareLists(browser, await open('large'), await open('giant'));
  } finally {
    await browser.close();
    for (const shop of shops) await shop.close();
  }
}
