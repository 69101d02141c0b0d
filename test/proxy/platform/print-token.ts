import { readConfig } from '../../../proxy/config.ts';
import { createTokens } from '../../../proxy/platform/tokens.ts';
import { openFileStore } from '../../../proxy/store/file.ts';

/** A process of its own that gets a token, with its store in the file that it is given, and prints it. */
const config = readConfig(process.env);
const [site] = config.sites;
if (!site) throw new RangeError('a configuration has a site');
const store = openFileStore(String(process.env.STORE_PATH));
const tokens = createTokens({
  config,
  site,
  fetch,
  store,
  clock: () => Date.now(),
  monotonic: () => Date.now(),
  log: () => {},
});
process.stdout.write(await tokens.current());
await store.close();
