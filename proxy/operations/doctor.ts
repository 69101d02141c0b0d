import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { readConfig } from '../config.ts';
import { explainEnd } from '../config-error.ts';
import type { ProxyContext } from '../context.ts';
import { createFetch } from '../http/fetch.ts';
import { loadStripe } from '../payments/load-stripe.ts';
import { checkLanguages } from '../routes/languages.ts';
import { openStore } from '../store/open.ts';
import { readAssets } from './assets.ts';
import { describeLimits } from './doctor-limits.ts';
import { examineOrder } from './doctor-order.ts';
import { checkSettings } from './doctor-settings.ts';
import { checkAddressResponds, checkHistory, checkStore, checkWidget } from './doctor-setup.ts';
import { examineSite } from './doctor-site.ts';
import { MEND, stepsAfterDoctor } from './next-steps.ts';
import type { Say } from './say.ts';

interface Options extends Omit<ProxyContext, 'log'> {
  readonly hasWidget: boolean;
}

/** Checks the setup, and reports it without secrets. It places no order. */
export async function examine(options: Options, say: Say): Promise<void> {
  const { sites } = options.config;
  checkWidget(options.hasWidget, say);
  checkSettings(options.config, say);
  await checkAddressResponds(options, say);
  // The token is in the store, so without it the sites cannot be checked.
  if (!(await checkStore(options, say))) return;
  await checkHistory(options, say);
  for (const site of sites) {
    const prefix = sites.length > 1 ? `${site.key}: ` : '';
    await examineSite({ ...options, site }, (level, text) => say(level, prefix + text));
  }
}

async function main(): Promise<void> {
  // Whoever reads the output may have read enough, such as head.
  process.stdout.on('error', () => {});
  let worst: 'ok' | 'warn' | 'fail' = 'ok';
  const say: Say = (level, text) => {
    console.log(`${level.padEnd(5)} ${text}`);
    if (level === 'fail') process.exitCode = 1;
    if (worst !== 'fail' && level !== 'ok') worst = level;
  };
  const [subject, name] = process.argv.slice(2);
  // They are the same with any configuration, and with none.
  if (subject === '--limits') {
    for (const line of describeLimits()) console.log(line);
    return;
  }
  try {
    const config = readConfig(process.env, (path) => readFileSync(path, 'utf8'));
    const assets = readAssets('dist');
    checkLanguages(config, assets);
    say('ok', 'configuration: every variable is there and well formed');
    const store = await openStore(config.STORE_URL);
    const hasWidget = 'booking-widget.js' in assets;
    const clocks = { clock: Date.now, monotonic: () => performance.now() };
    const createStripe = await loadStripe(config);
    const connection = { fetch: createFetch(), ...(createStripe && { createStripe }) };
    const options = { config, store, ...connection, ...clocks };
    if (subject === undefined) {
      await examine({ ...options, hasWidget }, say);
      for (const step of stepsAfterDoctor(worst, config)) console.log(step);
    } else if (subject === 'order' && name) await examineOrder(name, options, say);
    else
      say(
        'fail',
        'usage: npm run doctor, npm run doctor -- order CODE, or npm run doctor -- --limits',
      );
    await store.close();
  } catch (error) {
    say('fail', explainEnd(error));
    console.log(MEND);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) void main();
