import { chromeLauncher } from '@web/test-runner-chrome';
import { type Engine, findProgram } from './engine.ts';

const findFirefox = () => findProgram('firefox-esr', 'firefox');

/** Driven by WebDriver BiDi, which Firefox supports without a driver. */
export const firefox: Engine = {
  name: 'Firefox',
  missingPackages: () => (findFirefox() ? [] : ['firefox-esr']),
  async launcher(timezone) {
    // Despite its name, it starts every browser that Puppeteer supports.
    const launcher = chromeLauncher({
      launchOptions: {
        browser: 'firefox',
        executablePath: findFirefox() ?? '',
        env: { ...process.env, TZ: timezone },
        extraPrefsFirefox: {
          // As in Chromium under a driver: no motion, and overlay scroll bars.
          'ui.prefersReducedMotion': 1,
          'ui.useOverlayScrollbars': 1,
          // Firefox would scroll back to a field to suggest earlier input.
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

/** Older versions, such as Debian's, do not support it but have already set the size. */
function exceptOrientation(error: Error): void {
  if (!error.message.includes('setScreenOrientationOverride')) throw error;
}
