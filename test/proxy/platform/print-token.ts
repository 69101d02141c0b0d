import { readConfig } from '../../../proxy/config.ts';
import { createTokens } from '../../../proxy/platform/tokens.ts';
import { openFileStore } from '../../../proxy/store/file.ts';

/** A program that gets a token through the store in STORE_URL, and prints it. */
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
