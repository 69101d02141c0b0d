import type { BrowserLauncher } from '@web/test-runner';
import { findProgram, type Engine } from './engine.ts';
import { startWebKit, type WebKit } from './webkit-browser.ts';

/** WebKitGTK's own small browser: the nearest to Safari that Debian has. */
export const webkit: Engine = {
  name: 'WebKit',
  missingPackages() {
    const missing: string[] = [];
    if (!findProgram('WebKitWebDriver')) missing.push('webkit2gtk-driver');
    if (!findProgram('Xvfb')) missing.push('xvfb');
    return missing;
  },
  launcher: (timezone) => Promise.resolve(createLauncher(timezone)),
};

/** One test file after the other in one page, which therefore has mouse and keyboard for itself. */
function createLauncher(timezone: string): BrowserLauncher & { getPage(): unknown } {
  let starting: Promise<WebKit> | undefined;
  let opened: WebKit | undefined;
  let active: string | undefined;

  async function page(): Promise<WebKit> {
    starting ??= startWebKit(timezone);
    opened = await starting;
    return opened;
  }

  return {
    name: webkit.name,
    // The runner's commands for mouse and keyboard ask Puppeteer's pages; this one does the same.
    type: 'puppeteer',
    getPage: () => opened,
    async startSession(id, url) {
      active = id;
      await (await page()).goto(url);
    },
    isActive: (id) => id === active,
    getBrowserUrl: async () => (await page()).url(),
    async stopSession() {
      // Whatever still runs in the page ends.
      await (await page()).goto('about:blank');
      active = undefined;
      return {};
    },
    startDebugSession() {
      throw new Error('WebKit is not debugged here.');
    },
    async stop() {
      await (await starting)?.close();
    },
  };
}
