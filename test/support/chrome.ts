import { existsSync } from 'node:fs';
import { Launcher } from 'chrome-launcher';

export const chromeArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * CHROME_PATH, else an installed Chrome or Chromium, else the one that comes with the npm
 * dependencies.
 */
export async function findChrome(): Promise<string> {
  const named = process.env['CHROME_PATH'];
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROME_PATH names ${named}, which does not exist.`);
    return named;
  }
  if (!process.env['NO_SYSTEM_BROWSER']) {
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
