import { chromium, type Page } from 'playwright-core';
import { openShop } from '../demo/shop.ts';
import { chromeArguments, findChrome } from './support/chrome.ts';
import { customer } from './support/customer/playwright.ts';
import { freePorts } from './support/free-port.ts';

/**
 * Takes the README's picture of the demo shop, `demo/picture.png`: the list, an event, the checkout
 * and the ticket, side by side.
 */
const PICTURE = { width: 1480, height: 760 };
/** Wider than its part of the picture, which shows it smaller. */
const TABLET = { width: 780, height: 900 };
const DESKTOP = { width: 960, height: 900 };
const PHONE = { width: 390, height: 900 };
const TICKET = { width: 660, height: 900 };

const begin = Date.parse('2026-11-21T07:00:00Z') - Date.now();
const [demo = 0, proxy = 0, sandbox = 0] = await freePorts(3);
const shop = await openShop({
  ports: { demo, proxy, sandbox },
  clock: () => Date.now() + begin,
  log: () => undefined,
});
const browser = await chromium.launch({
  executablePath: await findChrome(),
  args: chromeArguments,
});
const page = await browser.newPage({ timezoneId: 'Europe/London', locale: 'en-GB' });
const shots = await walk(page);
await page.setViewportSize(PICTURE);
await page.setContent(sideBySide(shots));
await page.screenshot({ path: 'demo/picture.png' });
await browser.close();
await shop.close();
console.log('demo/picture.png');

interface Shots {
  readonly list: string;
  readonly event: string;
  readonly checkout: string;
  readonly ticket: string;
}

/** Books as a customer would: from a list on a tablet to a checkout on a phone in the dark. */
async function walk(page: Page): Promise<Shots> {
  const me = customer(page);
  const shot = async () => {
    const png = await me.widget.screenshot({ animations: 'disabled' });
    return `data:image/png;base64,${png.toString('base64')}`;
  };
  await page.setViewportSize(TABLET);
  await page.goto(shop.demo);
  await me.appears('button', 'Lantern night walk');
  await page.waitForLoadState('networkidle');
  const list = await shot();

  await page.setViewportSize(DESKTOP);
  await me.event('Kayak on the Spree');
  await me.day(/28 November 2026, from/);
  await me.time(/^14:00/);
  await me.add('Adult', 1);
  const event = await shot();

  await page.setViewportSize(PHONE);
  await page.getByLabel('Look').selectOption('dark');
  await me.press('Continue');
  await me.appears('heading', 'Your details');
  const checkout = await shot();

  await page.setViewportSize(TICKET);
  await page.getByLabel('Look').selectOption('light');
  await me.order('Ngozi Adichie-Brown');
  return { list, event, checkout, ticket: await shot() };
}

function sideBySide({ list, event, checkout, ticket }: Shots): string {
  const panel = (name: string, image: string) =>
    `<div class="${name}" style="background-image: url(${image})"></div>`;
  return `<!doctype html>
    <style>
      body { display: grid; grid: 424px 268px / 510px 540px 342px; gap: 20px; margin: 0;
        padding: 24px; background: #f5f6f8; }
      div { padding: 16px; border: 1px solid #d9dde3; border-radius: 16px; background: white top / 100% no-repeat;
        background-origin: content-box; }
      .list, .checkout { grid-row: span 2; }
      .checkout { background-color: #111518; }
    </style>
    ${panel('list', list)} ${panel('event', event)} ${panel('checkout', checkout)}
    ${panel('ticket', ticket)}`;
}
