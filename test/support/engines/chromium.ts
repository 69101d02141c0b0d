import { chromeLauncher } from '@web/test-runner-chrome';
import { chromeArguments, findChrome } from '../chrome.ts';
import type { Engine } from './engine.ts';

export const chromium: Engine = {
  name: 'Chromium',
  // One comes with the npm dependencies.
  missingPackages: () => [],
  async launcher(timezone) {
    const executablePath = await findChrome();
    return chromeLauncher({
      // A copy, because Puppeteer takes the disabled features out of the one that it is given.
      launchOptions: { executablePath, args: [...chromeArguments] },
      async createPage({ context }) {
        const page = await context.newPage();
        await page.emulateTimezone(timezone);
        // A contrast that breathes would be judged by the moment of the audit.
        await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
        // Browsers side by side: each takes the keyboard to be its own.
        await page.emulateFocusedPage(true);
        return page;
      },
    });
  },
};
