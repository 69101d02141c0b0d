import { sandboxClients } from './sandbox/clients.ts';
import { openShop } from './shop.ts';

/** `npm start`: the demo shop against the sandbox. */
const port = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);

try {
  const shop = await openShop({
    ports: {
      demo: port('DEMO_PORT', 5173),
      proxy: port('PORT', 8787),
      sandbox: port('SANDBOX_PORT', 8788),
    },
    // What the proxy has to say is in its answers; the terminal is for the addresses.
    log: () => undefined,
  });
  const { id, secret } = sandboxClients.reseller;
  console.log(`
  Demo shop   ${shop.demo}/
  Proxy       ${shop.proxy}/
  Sandbox     ${shop.sandbox}/   client ${id}, secret ${secret}

  Ctrl+C ends it.`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void shop.close());
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException & { port?: number };
  console.error(
    code === 'EADDRINUSE'
      ? `${message}. Another program has this port; DEMO_PORT, PORT and SANDBOX_PORT choose others.`
      : error,
  );
  // What was opened before it went wrong would keep this process alive.
  process.exit(1);
}
