import { type CDPSession, chromium, type Page } from 'playwright-core';
import { chromeArguments, findChrome } from '../../support/chrome.ts';

/** A page in a browser whose processor is four times slower than this one. */
export interface SlowPage {
  readonly page: Page;
  readonly devtools: CDPSession;
  /**
   * Milliseconds that the main thread works for an action, until its result is painted and the page
   * is idle.
   */
  work(action: () => Promise<unknown>): Promise<number>;
  /** Waits until the page has done what it puts off while it loads. */
  rest(): Promise<void>;
}

export interface SlowBrowser {
  open(): Promise<SlowPage>;
  close(): Promise<void>;
}

const SLOWDOWN = 4;
/** Milliseconds of work between two looks at a page that has nothing to do. */
const RESTING = 8;
/** A page that is still busy after as many looks is measured as it is. */
const MOST_LOOKS = 40;
const VIEWPORT = { width: 412, height: 823 };

export async function openSlowBrowser(): Promise<SlowBrowser> {
  const browser = await chromium.launch({
    executablePath: await findChrome(),
    args: chromeArguments,
  });
  return {
    async open() {
      const context = await browser.newContext({ viewport: VIEWPORT, locale: 'en-GB' });
      const page = await context.newPage();
      const devtools = await context.newCDPSession(page);
      await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
      const work: SlowPage['work'] = (action) => measureWork(page, devtools, action);
      return { page, devtools, work, rest: () => waitForRest(page, work) };
    },
    close: () => browser.close(),
  };
}

async function measureWork(
  page: Page,
  devtools: CDPSession,
  action: () => Promise<unknown>,
): Promise<number> {
  await becomeIdle(page);
  const before = await taskTime(devtools);
  await action();
  await becomeIdle(page);
  return (await taskTime(devtools)) - before;
}

async function waitForRest(page: Page, work: SlowPage['work']): Promise<void> {
  const look = () => page.waitForTimeout(50);
  for (let quiet = 0, looks = 0; quiet < 3 && looks < MOST_LOOKS; looks += 1)
    quiet = (await work(look)) < RESTING ? quiet + 1 : 0;
}

/** Waits for two frames, and then for an idle callback. */
async function becomeIdle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => requestIdleCallback(() => resolve())),
        );
      }),
  );
}

async function taskTime(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  const task = metrics.find(({ name }) => name === 'TaskDuration');
  return (task?.value ?? NaN) * 1000;
}
