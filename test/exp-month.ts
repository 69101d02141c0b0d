import { openShop } from '../demo/shop.ts';
import { freePorts } from './support/free-port.ts';
import { openSlowBrowser } from './benchmarks/support/slow-page.ts';
import { hostPage } from './benchmarks/widget/host-page.ts';
import { customer } from './support/customer.ts';
import { median } from './benchmarks/support/figures.ts';
const NOW = Date.parse('2026-11-21T07:00:00Z');
const browser = await openSlowBrowser();
const [demo = 0, proxy = 0, sandbox = 0] = await freePorts(3);
const shop = await openShop({ ports: { demo, proxy, sandbox }, scenario: 'calm', clock: () => NOW, log: () => undefined });
const month: number[] = [], open: number[] = [];
for (let i = 0; i < Number(process.argv[2] ?? 4); i++) {
  const slow = await browser.open();
  const { page, devtools, work } = slow;
  const me = customer(page);
  await page.goto(await hostPage(page, shop));
  const card = me.event(/^Kayak on the Spree$/);
  await card.waitFor();
  const press = async (target: any) => {
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    const p = { x: box.x + box.width / 2, y: box.y + box.height / 2, button: 'left', clickCount: 1 } as const;
    await page.mouse.move(p.x, p.y);
    const nothing = await work(() => Promise.resolve());
    const t = await work(async () => {
      await devtools.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...p });
      await devtools.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...p });
    });
    return t - nothing;
  };
  open.push(await press(card));
  await me.day(/from/).first().waitFor();
  const ways = ['Next month', 'Previous month'].map((n) => me.button(n));
  for (const w of ways) await w.click();
  for (let k = 0; k < 10; k++) month.push(await press(ways[k % 2]));
  await page.context().close();
}
console.log(process.cwd(), 'month', median(month).toFixed(1), 'min', Math.min(...month).toFixed(1), 'open', median(open).toFixed(1), 'min', Math.min(...open).toFixed(1));
await browser.close(); await shop.close();
