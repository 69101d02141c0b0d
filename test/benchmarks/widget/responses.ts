import type { Page } from 'playwright-core';
import { ORDER } from '../../support/customer/customer.ts';
import { customer } from '../../support/customer/playwright.ts';
import { milliseconds, quantile, row } from '../support/figures.ts';
import { createLoops, type Loops } from '../support/loops.ts';
import type { SlowBrowser } from '../support/slow-page.ts';
import { type Attempt, everyStep } from './attempt.ts';
import { hostPage, LONGEST_LOAD, type Served } from './host-page.ts';

const BOOKINGS = 3;
/** So many of the slowest steps are printed. */
const SHOWN = 8;
/** The fraction of all steps that the slowest few are left out of. */
const MOST = 0.98;

/** A step of the customer, by name; what the browser took to paint its result is measured. */
type Step = readonly [name: string, act: () => Promise<unknown>];

/** Milliseconds from an input to the frame that shows its result, by the name of the step. */
export type Responses = Map<string, number[]>;

/**
 * Measures how long each input of a whole booking waits for its next frame, as Interaction to Next
 * Paint does: by the browser's own event timing.
 */
export async function measureResponses(browser: SlowBrowser, served: Served): Promise<void> {
  const responses: Responses = new Map();
  const loops = createLoops();
  for (let count = 0; count < BOOKINGS; count += 1) {
    loops.time();
    await book(browser, served, responses, everyStep);
  }
  report(responses, loops);
}

export async function book(
  browser: SlowBrowser,
  served: Served,
  responses: Responses,
  attempt: Attempt,
): Promise<void> {
  const { page } = await browser.open();
  await observe(page);
  await page.goto(await hostPage(page, served));
  const card = customer(page).button(/^Kayak on the Spree$/);
  await card.waitFor({ timeout: LONGEST_LOAD });
  for (const [name, act] of stepsOf(page)) {
    await attempt(name, async () => {
      await act();
      responses.set(name, [...(responses.get(name) ?? []), await longest(page)]);
    });
  }
  await page.context().close();
}

function stepsOf(page: Page): Step[] {
  const me = customer(page);
  const press = (name: string | RegExp): Step => [`press ${String(name)}`, () => me.press(name)];
  const key = (name: string): Step => [`key ${name}`, () => page.keyboard.press(name)];
  const type = (label: string, text: string): Step => [
    `type into ${label}`,
    () => me.field(label).pressSequentially(text),
  ];
  const from = (day: string) => new RegExp(`${day} 2026, from`);
  return [
    type('Search', 'kay'),
    ['clear the search', () => me.field('Search').fill('')],
    ['open an event', () => me.event('Kayak on the Spree')],
    ['wait for its dates', () => me.appears('button', from('28 November'))],
    press('All dates'),
    press('Later days'),
    press('Earlier days'),
    press('Next dates'),
    press('Calendar'),
    press(from('28 November')),
    key('ArrowRight'),
    key('ArrowLeft'),
    key('PageDown'),
    key('PageUp'),
    key('Enter'),
    ['choose a time', () => me.time(/^14:00/)],
    press('One more: Adult'),
    press('One more: Child, 8 to 14 years'),
    press('One less: Child, 8 to 14 years'),
    press('One more: Picnic for two'),
    press('Continue'),
    ['wait for the checkout', () => me.appears('heading', 'Your details')],
    type('Full name', 'Ngozi Adeyemi'),
    type('E-mail', 'ngozi@example.com'),
    key('Tab'),
    ['accept the terms', () => me.click('checkbox', /I accept the terms/)],
    press(ORDER),
    ['wait for the ticket', () => me.says('Booked. See you')],
    press('Copy link'),
    press('Book something else'),
  ];
}

declare global {
  interface Window {
    /** Milliseconds of each input since they were last read. */
    inputs: number[];
  }
}

/** The shortest duration that the browser reports, in milliseconds. */
const SHORTEST = 16;

async function observe(page: Page): Promise<void> {
  await page.addInitScript((durationThreshold) => {
    window.inputs = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        if (entry.interactionId) window.inputs.push(entry.duration);
      }
    }).observe({ type: 'event', durationThreshold } as PerformanceObserverInit);
  }, SHORTEST);
}

/** The longest since it was last asked, once the page has come to rest; 0 if all were short. */
async function longest(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await new Promise<void>((resolve) =>
      requestAnimationFrame(() =>
        requestAnimationFrame(() => requestIdleCallback(() => resolve())),
      ),
    );
    return Math.max(0, ...window.inputs.splice(0));
  });
}

function report(responses: Responses, loops: Loops): void {
  const slowest = [...responses]
    .map(([name, times]) => ({ name, time: Math.max(...times) }))
    .sort((one, other) => other.time - one.time);
  const all = quantile([...responses.values()].flat(), MOST);
  console.log(`\nFrom an input to its next frame, ${responses.size} steps, ${BOOKINGS} bookings`);
  console.log(row('', 'most', 'in loops'));
  for (const { name, time } of slowest.slice(0, SHOWN)) {
    console.log(row(name, milliseconds(time), loops.in(time)));
  }
  console.log(row('98 in 100 steps take at most', milliseconds(all), loops.in(all)));
}
