import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { CDPSession, Locator } from 'playwright-core';
import { customer } from '../../support/customer/playwright.ts';
import { median, milliseconds, row } from '../support/figures.ts';
import type { SlowBrowser, SlowPage } from '../support/slow-page.ts';
import { hostPage, type Served } from './host-page.ts';

const PAGES = 7;
const SWITCHES = 8;

/** Milliseconds by the name of the interaction. */
type Figures = Map<string, number[]>;

/**
 * Measures the main-thread time of a customer's interactions, beside a month switch of cally in the
 * same run. Every page is fresh, and the two alternate.
 */
export async function measureInteractions(browser: SlowBrowser, served: Served): Promise<void> {
  const cally = await bundleCally();
  const figures: Figures = new Map();
  for (let round = 0; round < PAGES; round += 1) {
    await useCally(browser, cally, figures);
    await useWidget(browser, served, figures);
  }
  report(figures);
}

/** Bundled as one classic script, like the widget. */
async function bundleCally(): Promise<string> {
  const entry = fileURLToPath(import.meta.resolve('cally'));
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'cally' } },
  });
  const [bundle] = Array.isArray(result) ? result : [];
  const [chunk] = bundle?.output ?? [];
  if (chunk?.type !== 'chunk') throw new Error('There is no bundle of cally.');
  return chunk.code;
}

async function useCally(browser: SlowBrowser, script: string, figures: Figures): Promise<void> {
  const slow = await browser.open();
  const { page } = slow;
  await page.setContent(
    '<input /><calendar-date value="2026-11-21"><calendar-month></calendar-month></calendar-date>',
  );
  await page.addScriptTag({ content: script });
  await typeInto(page.getByRole('textbox'), 'a key in a field alone', slow, figures);
  const ways = [/next/i, /previous/i].map((name) => page.getByRole('button', { name }));
  await switchMonths('month switch of cally', slow, ways, figures);
  await page.context().close();
}

async function useWidget(browser: SlowBrowser, served: Served, figures: Figures): Promise<void> {
  const slow = await browser.open();
  const { page } = slow;
  const me = customer(page);
  await page.goto(await hostPage(page, served));
  const card = me.button(/^Kayak on the Spree$/);
  await card.waitFor();

  await me.field('Search').focus();
  await measure('search key', slow, () => page.keyboard.press('k'), figures);
  await page.keyboard.press('Backspace');
  await measure('opening an event', slow, await clickOn(slow, card), figures);
  await me.appears('button', /from/);
  await me.press(/All experiences/);
  await measure('opening it again', slow, await clickOn(slow, card), figures);
  await me.appears('button', /from/);
  await me.press('All dates');
  const ways = ['Later days', 'Earlier days'].map((name) => me.button(name));
  for (const way of ways) await way.click();
  await switchMonths('month switch', slow, ways, figures);
  const day = me.days(/28 November 2026, from/);
  await measure('choosing a day', slow, await clickOn(slow, day), figures);
  const time = me.widget.locator('label').filter({ hasText: '14:00' });
  await measure('choosing a time', slow, await clickOn(slow, time), figures);
  const more = me.widget.getByRole('button', { name: 'One more: Adult' });
  await measure('one more participant', slow, await clickOn(slow, more), figures);
  await me.press('Continue');
  await me.appears('heading', 'Your details');
  await typeInto(me.field('Full name'), 'a key at the checkout', slow, figures);
  await page.context().close();
}

async function typeInto(
  field: Locator,
  name: string,
  slow: SlowPage,
  figures: Figures,
): Promise<void> {
  await field.focus();
  for (const key of 'Ngozi')
    await measure(name, slow, () => slow.page.keyboard.press(key), figures);
}

async function switchMonths(
  name: string,
  slow: SlowPage,
  ways: readonly Locator[],
  figures: Figures,
): Promise<void> {
  for (let count = 0; count < SWITCHES; count += 1) {
    const way = ways[count % ways.length];
    if (way) await measure(name, slow, await clickOn(slow, way), figures);
  }
}

/** Subtracts the cost of measuring. */
async function measure(
  name: string,
  { work }: SlowPage,
  action: () => Promise<unknown>,
  figures: Figures,
): Promise<void> {
  const nothing = await work(() => Promise.resolve());
  const time = await work(action);
  figures.set(name, [...(figures.get(name) ?? []), time - nothing]);
}

/** Clicks without the cost of locating the element. */
async function clickOn(
  { page, devtools }: SlowPage,
  target: Locator,
): Promise<() => Promise<void>> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('What should be clicked is not shown.');
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(point.x, point.y);
  return () => press(devtools, point);
}

async function press(
  devtools: CDPSession,
  point: { readonly x: number; readonly y: number },
): Promise<void> {
  const button = { ...point, button: 'left', clickCount: 1 } as const;
  await devtools.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...button });
  await devtools.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...button });
}

function report(figures: Figures): void {
  console.log(`Main-thread time of what a customer does, ${PAGES} fresh pages, medians`);
  console.log(row('', 'median', 'most', 'of cally'));
  const reference = median(figures.get('month switch of cally') ?? []);
  for (const [name, times] of figures) {
    const time = median(times);
    const ratio = (time / reference).toFixed(2);
    console.log(row(name, milliseconds(time), milliseconds(Math.max(...times)), ratio));
  }
}
