import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Serves the shop of the working directory: its own code and its own `dist`, whichever commit that
 * is. Started with scenario, ports, and the time at which its clock stands, or `now`.
 */
type ShopModule = typeof import('../../../demo/shop.ts');

const [, , scenario, demo, proxy, sandbox, time] = process.argv;
const { openShop } = (await import(pathToFileURL(resolve('demo/shop.ts')).href)) as ShopModule;
const standing = Number(time);
await openShop({
  ports: { demo: Number(demo), proxy: Number(proxy), sandbox: Number(sandbox) },
  scenario: scenario as 'calm',
  clock: time === 'now' ? Date.now : () => standing,
  log: () => undefined,
});
