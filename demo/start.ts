import { ConfigError } from '../proxy/config-error.ts';
import { sandboxClients } from './sandbox/clients.ts';
import { isScenario, scenarios } from './sandbox/scenarios.ts';
import { openShop } from './shop.ts';

/** `npm start -- SCENARIO`: starts the workbench and the demo shop on the sandbox. */
const port = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);

try {
  const scenario = process.argv[2] ?? 'calm';
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
  Open        ${shop.demo}/workbench/   every setting, the vendor's side, the tag to paste
  Plain shop  ${shop.demo}/   the same widget on a page of its own

  Scenario    ${scenario}, of ${Object.keys(scenarios).join(', ')}: npm start -- busy
  Payment     PAYMENT=required npm start, with the card 0000 0000 0000 0001
  Proxy       ${shop.proxy}/
  Sandbox     ${shop.sandbox}/   client ${id}, secret ${secret}

  Ctrl+C ends it.`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void shop.close());
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') {
    console.error(`${message}. DEMO_PORT, PORT and SANDBOX_PORT choose other ports.`);
  } else {
    const isOurs = error instanceof RangeError || error instanceof ConfigError;
    console.error(isOurs ? message : error);
  }
  // Servers that were already started would keep this process alive.
  process.exit(1);
}
