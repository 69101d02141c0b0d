import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { openShop as OpenShop, ShopOptions } from '../../../demo/shop.ts';

/**
 * Serves the shop of the working directory: its own code and its own `dist`, whichever commit that
 * is. Started with the scenario, three ports, and the time at which its clock stands, or `now`.
 */
const [, , scenario, demo, proxy, sandbox, time] = process.argv;
const shop = pathToFileURL(resolve('demo/shop.ts')).href;
const { openShop } = (await import(shop)) as { openShop: typeof OpenShop };
const standing = Number(time);
await openShop({
  ports: { demo: Number(demo), proxy: Number(proxy), sandbox: Number(sandbox) },
  scenario: scenario as NonNullable<ShopOptions['scenario']>,
  clock: time === 'now' ? Date.now : () => standing,
  log: () => undefined,
});
