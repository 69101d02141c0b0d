import { existsSync } from 'node:fs';
import { Launcher } from 'chrome-launcher';

/** Joined into one argument, because Chromium uses only the last `--disable-features`. */
const disabledFeatures = [
  // A page that a test wrote itself comes from no network, but may still reach this machine.
  'LocalNetworkAccessChecks',
  // Nobody types into the address bar, and loading its popup pages takes two seconds of CPU, half
  // of the time that a window takes.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  // The spare process for the next page takes a third of the CPU time of a window.
  'SpareRendererForSitePerProcess',
];

export const chromeArguments = [
  `--disable-features=${disabledFeatures.join()}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Debian's Chromium without a user interface, whose windows take half the CPU time. */
const HEADLESS = '/usr/bin/chromium-headless-shell';

/**
 * CHROME_PATH, else an installed Chromium or Chrome, if possible without a user interface, else the
 * one that comes with the npm dependencies.
 */
export async function findChrome(): Promise<string> {
  const named = process.env['CHROME_PATH'];
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROME_PATH names ${named}, which does not exist.`);
    return named;
  }
  if (!process.env['NO_SYSTEM_BROWSER']) {
    if (existsSync(HEADLESS)) return HEADLESS;
    try {
      const [installed] = Launcher.getInstallations();
      if (installed) return installed;
    } catch {
      // chrome-launcher throws where it finds none; the packaged one is next.
    }
  }
  // Without this, the package leaves out the system libraries that a bare machine lacks.
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs22.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
}
