import { readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { chromium, type Page } from 'playwright-core';
import { testCards } from '#contract/test-cards';
import { openShop, type Shop } from '../demo/shop.ts';
import { chromeArguments, findChrome } from './support/chrome.ts';
import { customer } from './support/customer/playwright.ts';
import { freePorts } from './support/free-port.ts';

/**
 * Takes a screenshot of every step, `shots/WIDTH-SCHEME-LANGUAGE/STEP.png`, and puts those of each
 * step side by side on a sheet, `shots/STEP.png`. All widths and schemes in English, or those that
 * are named: `npm run shots -- 320 1100 light de ar`.
 */
const named = (all: readonly string[]) => all.filter((each) => process.argv.includes(each));
const orElse = (some: readonly string[], all: readonly string[]) => (some.length > 0 ? some : all);

const allWidths = ['320', '390', '768', '1100', '1440'];
const widths = orElse(named(allWidths), allWidths).map(Number);
const schemes = orElse(named(['light', 'dark']), ['light', 'dark']);
const languages = orElse(named(['en', 'de', 'es', 'fr', 'it', 'nl', 'ar']), ['en']);

const CARD = 'Card number';
const begin = Date.parse('2026-11-21T07:00:00Z') - Date.now();
const clock = () => Date.now() + begin;
const browser = await chromium.launch({
  executablePath: await findChrome(),
  args: chromeArguments,
});
await rm('shots', { recursive: true, force: true });
const steps = new Set<string>();

for (const width of widths) {
  for (const scheme of schemes) {
    const folderOf = (language: string) => `shots/${width}-${scheme}-${language}`;
    for (const language of languages) await mkdir(folderOf(language), { recursive: true });
    let number = 0;
    // Each walk places orders, so each has its own shop.
    for (const [walk, payment, requests] of [
      [walkThrough, 'none', 'hold'],
      [walkPaid, 'required', 'hold'],
      [walkDue, 'required', 'hold'],
      [walkSaved, 'required', 'save'],
    ] as const) {
      const [demo = 0, proxy = 0, sandbox = 0] = await freePorts(3);
      const ports = { demo, proxy, sandbox };
      const shop = await openShop({ ports, clock, payment, requests, log: () => undefined });
      const page = await browser.newPage({
        viewport: { width, height: 900 },
        timezoneId: 'Europe/London',
        locale: 'en-GB',
        reducedMotion: 'reduce',
      });
      await page.goto(shop.demo);
      const shot = async (step: string) => {
        number += 1;
        const name = `${String(number).padStart(2, '0')}-${step}`;
        steps.add(name);
        for (const language of languages) {
          await speak(page, language);
          await page.locator('booking-widget').screenshot({
            path: `${folderOf(language)}/${name}.png`,
            animations: 'disabled',
          });
        }
        await speak(page, 'en');
      };
      await walk(page, scheme, shot, operatorOf(shop));
      await page.close();
      await shop.close();
    }
    console.log(width, scheme);
  }
}
for (const step of steps) await drawSheet(step);
await browser.close();

/** Shows the step in a language; the walk itself reads English. */
async function speak(page: Page, language: string): Promise<void> {
  const widget = page.locator('booking-widget');
  await widget.evaluate((element, lang) => element.setAttribute('lang', lang), language);
  await widget.locator(`.root[lang="${language}"]`).waitFor();
}

/** All pictures of a step at a third of their size, one row for each scheme and language. */
async function drawSheet(step: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1600, height: 100 } });
  const rows = languages.flatMap((language) =>
    schemes.map((scheme) =>
      widths.map((width) => figureOf(step, width, scheme, language)).join(''),
    ),
  );
  await page.setContent(`<!doctype html><style>
    body { margin: 16px; background: #999; font: 12px sans-serif }
    div { display: flex; align-items: start; gap: 16px; margin-bottom: 16px }
    figure { margin: 0 }
  </style>${rows.map((row) => `<div>${row}</div>`).join('')}`);
  await page.screenshot({ path: `shots/${step}.png`, fullPage: true });
  await page.close();
}

function figureOf(step: string, width: number, scheme: string, language: string): string {
  const picture = readFileSync(`shots/${width}-${scheme}-${language}/${step}.png`).toString(
    'base64',
  );
  const source = `data:image/png;base64,${picture}`;
  return `<figure>${width} ${scheme} ${language}<br><img width="${width / 3}" src="${source}"></figure>`;
}

type Shot = (step: string) => Promise<void>;

/** What the operator of the platform does. */
interface Operator {
  /** Moves the clock of the platform and the proxy. */
  later(time: { days?: number; minutes?: number }): Promise<void>;
  /** What the vendor does with the last order. */
  answer(what: 'accept' | 'decline' | 'cancel'): Promise<void>;
}

function operatorOf({ sandbox }: Shop): Operator {
  const send = async (path: string, input: object) => {
    const headers = { 'Content-Type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(input) };
    const response = await fetch(`${sandbox}/sandbox/${path}`, request);
    if (!response.ok) throw new Error(`The sandbox refused ${path}: ${await response.text()}`);
  };
  return {
    later: ({ days = 0, minutes = 0 }) =>
      send('clock', { advance: (days * 24 * 60 + minutes) * 60 }),
    async answer(what) {
      const orders = (await (await fetch(`${sandbox}/sandbox/orders`)).json()) as { id: string }[];
      await send(`orders/${orders.at(-1)?.id}/${what}`, {});
    },
  };
}

async function walkThrough(page: Page, scheme: string, shot: Shot): Promise<void> {
  const me = customer(page);
  const widget = page.locator('booking-widget');
  const requests = '**/v3/**';
  const reload = async () => {
    await page.reload();
    await page.getByLabel('Look').selectOption(scheme);
  };

  // The list loads, fails, and then succeeds.
  await page.route(requests, () => undefined);
  await reload();
  await widget.getByText('Loading').first().waitFor({ state: 'attached' });
  await shot('list-loading');
  await page.unroute(requests);
  await page.route(requests, (route) => route.abort());
  await reload();
  await widget.getByRole('alert').waitFor();
  await shot('list-failed');
  await page.unroute(requests);
  await reload();
  await me.appears('button', 'Lantern night walk');
  await shot('list');
  await me.button('Lantern night walk').focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await shot('list-focus');
  await me.fill('Search', 'zeppelin');
  await widget.getByText('Nothing matches').waitFor();
  await shot('list-nothing-found');
  await me.fill('Search', 'kajjak');
  await me.appears('button', 'Kayak');
  await shot('list-near-word');
  await widget.getByRole('button', { name: 'Show all' }).click();
  await widget.getByLabel('Participants').selectOption('99');
  await widget.locator('summary').click();
  await me.press(/Saturday,? 28 November 2026$/);
  await widget.getByText('No places').waitFor();
  await me.appears('button', /^for \d+ participants$/);
  await shot('list-no-places');
  await widget.getByRole('button', { name: 'Show all' }).click();
  await widget.getByLabel('Participants').selectOption('1');

  await me.event('An hour with rooftop bees');
  // Places are looked for in the months ahead.
  await me.appears('button', /^Look from/);
  await shot('event-sold-out');
  await me.press(/All experiences/);

  await me.event('The Wall by bike');
  await me.appears('button', /from/);
  await shot('event');
  await me.press('Choose a day');
  await shot('event-next');
  await me.press(/All experiences/);

  await me.event(/Spree$/);
  await me.day(/28 November 2026, from/);
  await me.time(/^14:00/);
  await me.add('Adult');
  await me.add('Child, 8 to 14 years');
  await me.widget.getByRole('button', { name: /One more: Print/ }).click();
  await shot('event-chosen');
  await me.press('Continue');
  await me.appears('heading', 'Your details');
  await shot('checkout');
  await me.fill('E-mail', 'ngozi@example');
  await me.press('Order with obligation to pay');
  await shot('checkout-problems');
  await page.route('**/checkout/orders', (route) => route.abort());
  await page.route('**/checkout/intent', (route) => route.abort());
  await me.fill('Full name', 'Ngozi Adichie-Brown');
  await me.fill('E-mail', 'ngozi@example.com');
  await widget
    .getByRole('group', { name: 'Adult 1' })
    .getByRole('textbox', { name: 'Name' })
    .fill('Ngozi Adichie-Brown');
  await me.fill('Street', 'Oak Lane');
  await me.fill('Postcode', '10245');
  await me.fill('Town', 'Berlin');
  await me.field('Country').selectOption('DE');
  await me.click('checkbox', /I accept the terms/);
  await me.press('Order with obligation to pay');
  await widget.getByRole('alert').waitFor();
  await shot('checkout-offline');
  await page.unroute('**/checkout/orders');
  await page.unroute('**/checkout/intent');
  await me.press('Order with obligation to pay');
  await widget.getByText('Booked. See you').waitFor();
  await shot('done');

  // What becomes of other orders, as the proxy would say it.
  const until = new Date(clock() + 29 * 60_000).toISOString();
  for (const [state, change, day] of [
    ['done-alone', {}, 30],
    ['held', { status: 'RESERVED', expire_date: until }, 27],
    ['request', { status: 'PENDING' }, 29],
    ['declined', { status: 'DECLINED' }, 25],
    ['cancelled', { status: 'CANCELED' }, 26],
  ] as const) {
    await me.press('Book something else');
    await me.event('Kayak on the Spree');
    await me.day(new RegExp(`^\\D+ ${day} November 2026, from`));
    await me.widget.getByRole('radio', { disabled: false }).first().check();
    await me.add('Adult');
    await me.press('Continue');
    await me.appears('heading', 'Your details');
    await page.route('**/checkout/orders', async (route) => {
      const response = await route.fetch();
      const intent = (await response.json()) as { order: object };
      await route.fulfill({ response, json: { ...intent, order: { ...intent.order, ...change } } });
    });
    await page.route('**/checkout/intent', (route) => route.abort());
    await me.fillIn('Ngozi Adichie-Brown');
    await me.press('Order with obligation to pay');
    await me.appears('button', 'Book something else');
    await shot(state);
    await page.unroute('**/checkout/orders');
    await page.unroute('**/checkout/intent');
  }
}

/**
 * A checkout with payment: a card is declined, the bank asks, the vendor's system is waited for. Then
 * a paid ticket, which the vendor cancels.
 */
async function walkPaid(page: Page, scheme: string, shot: Shot, operator: Operator): Promise<void> {
  const me = customer(page);
  await page.getByLabel('Look').selectOption(scheme);
  await me.chooseKayak({ adults: 2 });
  await shot('checkout-paid');
  await me.fillIn('Ngozi Adichie-Brown');
  await me.fill(CARD, testCards.isDeclined);
  await me.press('Order with obligation to pay');
  await me.says('The card was declined');
  await shot('card-declined');
  await me.fill(CARD, testCards.needsSecondStep);
  await me.press('Order with obligation to pay');
  const bank = page.frameLocator('iframe[title^="Your bank asks"]');
  const approve = bank.getByRole('button', { name: 'Approve', exact: true });
  await approve.waitFor();
  await shot('second-step');
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/checkout/orders', async (route) => {
    await answered;
    await route.continue();
  });
  await approve.click();
  await me.says('Waiting for Kiez & Kanal');
  await shot('waiting');
  answer();
  await me.says('Booked. See you');
  await shot('done-paid');
  await operator.later({ minutes: 1 });
  await me.says('Payment reference');
  await shot('paid');
  await operator.answer('cancel');
  await me.says('is on its way back to you');
  await shot('refund-on-its-way');
  await operator.later({ minutes: 1 });
  await me.says('has been paid back');
  await shot('refunded');
}

/** A request that is accepted when its money is not held any more, and is not paid in time. */
async function walkDue(page: Page, scheme: string, shot: Shot, operator: Operator): Promise<void> {
  const me = customer(page);
  await page.getByLabel('Look').selectOption(scheme);
  await requestBoat(page);
  await me.says('Until then it is only held');
  await shot('request-held');
  await operator.later({ days: 8 });
  await operator.answer('accept');
  await me.says('is still to be paid');
  await shot('due');
  await operator.later({ days: 3 });
  await me.says('was not paid in time');
  await shot('overdue');
}

/** A request whose card is saved, and which is declined. */
async function walkSaved(
  page: Page,
  scheme: string,
  shot: Shot,
  operator: Operator,
): Promise<void> {
  const me = customer(page);
  await page.getByLabel('Look').selectOption(scheme);
  await requestBoat(page);
  await me.says('Nothing is charged or held until then');
  await shot('request-saved');
  await operator.answer('decline');
  await operator.later({ minutes: 1 });
  await me.says('have been removed');
  await shot('details-removed');
}

async function requestBoat(page: Page): Promise<void> {
  const me = customer(page);
  await me.event('Your own sailing boat on the Tagus');
  await me.day(/, 12 December 2026, from/);
  await me.time(/^12:00/);
  await me.add('Adult');
  await me.press('Continue');
  await me.appears('heading', 'Your details');
  await me.fillIn('Ngozi Adichie-Brown');
  await me.fill(CARD, testCards.succeeds);
  await me.press('Request with obligation to pay');
  await me.appears('button', 'Book something else');
}
