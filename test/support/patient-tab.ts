import type { Page } from 'playwright-core';
import { TABS_WAIT } from '../../src/visit/other-tabs.ts';

/** Lets a tab wait for the other tabs' responses as long as they take, however busy the machine is. */
export async function waitForOtherTabs(page: Page): Promise<void> {
  await page.addInitScript((wait) => {
    const { setTimeout } = window;
    window.setTimeout = ((run: () => void, millis?: number) =>
      setTimeout(run, millis === wait ? 60_000 : millis)) as typeof setTimeout;
  }, TABS_WAIT);
}
