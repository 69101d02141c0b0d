import { readConfig } from '../../../proxy/config.ts';
import { listenProxy } from '../../../proxy/server.ts';

/**
 * Starts the proxy with a clock that a signal moves ahead by ten minutes, so that its cache becomes
 * stale.
 */
let ahead = 0;
process.on('SIGUSR2', () => {
  ahead += 10 * 60_000;
});
await listenProxy({ config: readConfig(process.env), clock: () => Date.now() + ahead });
