import { fileURLToPath } from 'node:url';
import type { CDPSession, Locator } from 'playwright-core';
import { build } from 'vite';
import { customer } from '../../support/customer/playwright.ts';
import { median, milliseconds, row } from '../support/figures.ts';
import { createLoops, type Loops } from '../support/loops.ts';
import type { SlowBrowser, SlowPage } from '../support/slow-page.ts';
import { type Attempt, everyStep } from './attempt.ts';
import { hostPage, LONGEST_LOAD, type Served } from './host-page.ts';

const PAGES = 7;
const SWITCHES = 8;
/** Milliseconds after a key; the search follows a pause in typing. */
const SEARCHED = 600;
/** The buttons of the calendar: it showed months until 2026-11-27, and shows five weeks since. */
const WAYS = [/^(Later days|Next month)$/, /^(Earlier days|Previous month)$/];

/** What the main-thread time of each interaction is compared with. */
export const CALLY = 'month switch of cally';

/** Milliseconds by the name of the interaction. */
export type Figures = Map<string, number[]>;

/**
 * Measures the main-thread time of a customer's interactions, beside a month switch of cally in the
 * same run. Every page is fresh, and the two alternate.
 */
export async function measureInteractions(browser: SlowBrowser, served: Served): Promise<void> {
  const cally = await bundleCally();
  const figures: Figures = new Map();
  const loops = createLoops();
  for (let round = 0; round < PAGES; round += 1) {
    loops.time();
    await useCally(browser, cally, figures);
    await useWidget(browser, served, figures, everyStep);
  }
  report(figures, loops);
}

/** Bundled as one classic script, like the widget. */
export async function bundleCally(): Promise<string> {
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

export async function useCally(
  browser: SlowBrowser,
  script: string,
  figures: Figures,
): Promise<void> {
  const slow = await browser.open();
  const { page } = slow;
  await page.setContent(
    '<input /><calendar-date value="2026-11-21"><calendar-month></calendar-month></calendar-date>',
  );
  await page.addScriptTag({ content: script });
  await typeInto(page.getByRole('textbox'), 'a key in a field alone', slow, figures);
  const ways = [/next/i, /previous/i].map((name) => page.getByRole('button', { name }));
  await switchMonths(CALLY, slow, ways, figures);
  await page.context().close();
}

export async function useWidget(
  browser: SlowBrowser,
  served: Served,
  figures: Figures,
  attempt: Attempt,
): Promise<void> {
  const slow = await browser.open();
  const { page } = slow;
  const me = customer(page);
  await page.goto(await hostPage(page, served));
  const card = me.button(/^Kayak on the Spree$/);
  await card.waitFor({ timeout: LONGEST_LOAD });
  const measureClick = (name: string, target: Locator) =>
    attempt(name, async () => measure(name, slow, await clickOn(slow, target), figures));

  await attempt('search key', async () => {
    await me.field('Search').focus();
    await slow.rest();
    const pause = () => page.waitForTimeout(SEARCHED);
    const search = () => page.keyboard.press('k').then(pause);
    await measure('search key', slow, search, figures, pause);
    await page.keyboard.press('Backspace');
    await pause();
  });
  await measureClick('opening an event', card);
  await attempt('dates of the event', () => me.appears('button', /from/).then(() => undefined));
  await attempt('opening it again', async () => {
    await me.press(/All experiences/);
    await measure('opening it again', slow, await clickOn(slow, card), figures);
    await me.appears('button', /from/);
  });
  await attempt('press All dates', () => me.press('All dates').then(() => undefined));
  await attempt('month switch', async () => {
    const ways = WAYS.map((name) => me.button(name));
    for (const way of ways) await way.click();
    await switchMonths('month switch', slow, ways, figures);
  });
  await measureClick('choosing a day', me.days(/28 November 2026, from/));
  const time = me.widget.locator('label').filter({ hasText: '14:00' });
  await measureClick('choosing a time', time);
  const more = me.widget.getByRole('button', { name: 'One more: Adult' });
  await measureClick('one more participant', more);
  await attempt('a key at the checkout', async () => {
    await me.press('Continue');
    await me.appears('heading', 'Your details');
    await typeInto(me.field('Full name'), 'a key at the checkout', slow, figures);
  });
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

/** Subtracts the cost of measuring, and of waiting as long as the action does. */
async function measure(
  name: string,
  { work }: SlowPage,
  action: () => Promise<unknown>,
  figures: Figures,
  pause = () => Promise.resolve(),
): Promise<void> {
  const nothing = await work(pause);
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

function report(figures: Figures, loops: Loops): void {
  console.log(`Main-thread time of what a customer does, ${PAGES} fresh pages, medians`);
  console.log(row('', 'median', 'most', 'of cally', 'in loops'));
  const reference = median(figures.get(CALLY) ?? []);
  for (const [name, times] of figures) {
    const time = median(times);
    const most = Math.max(...times);
    const ratio = (time / reference).toFixed(2);
    console.log(row(name, milliseconds(time), milliseconds(most), ratio, loops.in(time)));
  }
}
