import { chromeLauncher } from '@web/test-runner-chrome';
import { a11ySnapshotPlugin } from '@web/test-runner-commands/plugins';
import { chromeArguments, findChrome } from '../chrome.ts';
import type { Engine } from './engine.ts';

export const chromium: Engine = {
  name: 'Chromium',
  // The npm dependencies include one.
  missingPackages: () => [],
  plugins: [a11ySnapshotPlugin()],
  async launcher(timezone) {
    const executablePath = await findChrome();
    return chromeLauncher({
      // A copy, because Puppeteer removes the disabled features from the array that it gets.
      launchOptions: { executablePath, args: [...chromeArguments] },
      async createPage({ context }) {
        const page = await context.newPage();
        await page.emulateTimezone(timezone);
        // During an animation, the measured contrast would depend on the moment of the audit.
        await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
        // Several browsers run side by side, and each has to behave as the focused one.
        await page.emulateFocusedPage(true);
        return page;
      },
    });
  },
};
