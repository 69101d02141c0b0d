import { parseArgs } from 'node:util';
import { ConfigError } from '../proxy/config-error.ts';
import { openPlatformShop } from './platform-shop.ts';
import { sandboxClients } from './sandbox/clients.ts';
import { isScenario, scenarios } from './sandbox/scenarios.ts';
import { openShop } from './shop.ts';

/**
 * `npm start -- SCENARIO`: starts the workbench and the demo shop on the sandbox.
 * `npm start -- --platform URL`: starts the workbench on a real platform, which is only read.
 */
const port = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);

async function startOnSandbox(scenario = 'calm'): Promise<() => Promise<void>> {
  if (!isScenario(scenario)) {
    const names = Object.keys(scenarios).join(', ');
    throw new RangeError(`There is no scenario "${scenario}"; there is: ${names}.`);
  }
  const shop = await openShop({
    ports: {
      demo: port('DEMO_PORT', 5173),
      proxy: port('PORT', 8787),
      sandbox: port('SANDBOX_PORT', 8788),
    },
    scenario,
    payment: process.env['PAYMENT'],
    requests: process.env['PAYMENT_REQUESTS'],
  });
  const { id, secret } = sandboxClients.reseller;
  console.log(`
  Open        ${shop.demo}/workbench/   every setting, an event of your own, the tag to paste
  Plain shop  ${shop.demo}/   the same widget on a page of its own

  Scenario    ${scenario}, of ${Object.keys(scenarios).join(', ')}: npm start -- busy
  Payment     PAYMENT=required npm start, with the card 0000 0000 0000 0001
  Proxy       ${shop.proxy}/
  Sandbox     ${shop.sandbox}/   client ${id}, secret ${secret}

  Ctrl+C ends it.`);
  return shop.close;
}

async function startOnPlatform(platform: string): Promise<() => Promise<void>> {
  const shop = await openPlatformShop({
    ports: { demo: port('DEMO_PORT', 5173), proxy: port('PORT', 8787) },
    platform,
    variables: process.env,
  });
  console.log(`
  Open        ${shop.demo}/workbench/   your own events in every setting, the tag to paste

  Platform    ${shop.platform}   only read: every order is refused here, and nothing is written
  Proxy       ${shop.proxy}/

  Ctrl+C ends it.`);
  return shop.close;
}

try {
  const { values, positionals } = parseArgs({
    options: { platform: { type: 'string' } },
    allowPositionals: true,
  });
  const close = await (values.platform === undefined
    ? startOnSandbox(positionals[0])
    : startOnPlatform(values.platform));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close());
} catch (error) {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    console.error(`${message}. DEMO_PORT, PORT and SANDBOX_PORT choose other ports.`);
  } else {
    const isOurs = error instanceof RangeError || error instanceof ConfigError;
    console.error(isOurs || code.startsWith('ERR_PARSE_ARGS') ? message : error);
  }
  // Servers that were already started would keep this process alive.
  process.exit(1);
}
