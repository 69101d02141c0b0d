import type { BrowserLauncher } from '@web/test-runner';
import { type Engine, findProgram } from './engine.ts';
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

/**
 * Runs test files one after the other in one page, which has the mouse and the keyboard to itself.
 */
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
    // The runner's mouse and keyboard commands expect Puppeteer's page, and this one has the same
    // methods.
    type: 'puppeteer',
    getPage: () => opened,
    async startSession(id, url) {
      active = id;
      await (await page()).goto(url);
    },
    isActive: (id) => id === active,
    getBrowserUrl: async () => (await page()).url(),
    async stopSession() {
      // Ends whatever still runs in the page.
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
