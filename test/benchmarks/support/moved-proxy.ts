import { readConfig } from '../../../proxy/config.ts';
import { listenProxy } from '../../../proxy/server.ts';

/**
 * A proxy that thinks it is later: everything that it read before counts as old. A signal moves it
 * by ten minutes.
 */
let ahead = 0;
process.on('SIGUSR2', () => {
  ahead += 10 * 60_000;
});
await listenProxy({ config: readConfig(process.env), clock: () => Date.now() + ahead });
