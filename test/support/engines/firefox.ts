import { chromeLauncher } from '@web/test-runner-chrome';
import { findProgram, type Engine } from './engine.ts';

const findFirefox = () => findProgram('firefox-esr', 'firefox');

/** Driven by WebDriver BiDi, which it speaks itself. */
export const firefox: Engine = {
  name: 'Firefox',
  missingPackages: () => (findFirefox() ? [] : ['firefox-esr']),
  async launcher(timezone) {
    // Named after Chrome, it starts whatever Puppeteer can.
    const launcher = chromeLauncher({
      launchOptions: {
        browser: 'firefox',
        executablePath: findFirefox() ?? '',
        env: { ...process.env, TZ: timezone },
        extraPrefsFirefox: {
          // What Chromium does under a driver: no motion, and no scroll bar that narrows the page.
          'ui.prefersReducedMotion': 1,
          'ui.useOverlayScrollbars': 1,
          // It scrolls back to a field to propose what was typed there before.
          'browser.formfill.enable': false,
        },
      },
      async createPage({ context }) {
        const page = await context.newPage();
        const setViewport = page.setViewport.bind(page);
        page.setViewport = (viewport) => setViewport(viewport).catch(exceptOrientation);
        return page;
      },
    });
    launcher.name = firefox.name;
    return launcher;
  },
};

/** Older versions, as in Debian's releases, do not know it, and have set the size all the same. */
function exceptOrientation(error: Error): void {
  if (!error.message.includes('setScreenOrientationOverride')) throw error;
}
