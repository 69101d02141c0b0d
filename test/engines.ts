import './support/production.ts';
import { runsInBrowser } from './support/browser-tests.ts';
import { buildShop } from './support/build-shop.ts';
import { noTests } from './support/count.ts';
import { runElementTests } from './support/element-tests.ts';
import { listedFor } from './support/engines/chromium-only.ts';
import type { Engine } from './support/engines/engine.ts';
import { firefox } from './support/engines/firefox.ts';
import { webkit } from './support/engines/webkit.ts';
import { filesBelow } from './support/files.ts';
import { runNodeTests } from './support/node-tests.ts';
import { readSelection } from './support/selection.ts';
import { shopPlugin } from './support/shop-plugin.ts';
import { createTotal } from './support/total.ts';
import { oneZoneEach } from './support/zones.ts';

/**
 * Runs the element tests, and bookings through the built script on host pages, in Firefox and
 * WebKit. `npm run test:engines -- webkit` runs one of them; further arguments select files as in
 * `npm test`. With `short`, each file with elements runs in only one of the engines, and the host
 * pages in one that the seed chooses; `--sample 20 --seed 7` takes so many files.
 */
const selection = readSelection(process.argv.slice(2));
const isShort = selection.words.includes('short');
const words = selection.words.filter((word) => word !== 'short');
const named = [firefox, webkit].filter(({ name }) => words.includes(name.toLowerCase()));
const engines = named.length > 0 ? named : [firefox, webkit];
const word = words.find((other) => engines.every(({ name }) => name.toLowerCase() !== other)) ?? '';
const allFiles = filesBelow('test', '.test.ts').filter(runsInBrowser);
/** Each engine runs the tests of the built script, also with `short` and of each sample. */
const isOfBuiltScript = (file: string) => file.startsWith('test/engines/');
const wanted = allFiles.filter((file) => file.includes(word));
const files = [
  ...wanted.filter(isOfBuiltScript),
  ...selection.sample(
    wanted.filter((file) => !isOfBuiltScript(file)),
    String,
  ),
];
// One time zone per file is enough: Chromium runs all of them, and here only the engines differ.
const zonesOf = oneZoneEach(allFiles);

// Exits on these signals, so that `exit` handlers end the browsers.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => process.exit(1));
}

const total = createTotal();
await buildShop();
const installed: Engine[] = [];
for (const engine of engines) {
  const missing = engine.missingPackages().join(' ');
  if (!missing) {
    installed.push(engine);
    continue;
  }
  await total.part(engine.name, () => {
    console.log(`\n${engine.name} is left out: apt-get install ${missing}`);
    return Promise.resolve({ ...noTests(), skipped: 1 });
  });
}
const runElements = installed.map((engine, index) => {
  const isItsOwn = (file: string) =>
    !isShort || isOfBuiltScript(file) || files.indexOf(file) % installed.length === index;
  const own = files.filter(isItsOwn);
  if (own.length === 0) return undefined;
  return total.part(engine.name, () =>
    runElementTests(own, engine, {
      zonesOf,
      listed: listedFor(engine.name),
      plugins: [shopPlugin()],
    }),
  );
});
const allHosts = installed
  .map(({ name }) => `test/hosts/engines/${name.toLowerCase()}.test.ts`)
  .filter((file) => file.includes(word));
const hosts = selection.sample(allHosts, String, isShort ? 1 : Infinity);
// Each engine has its own browsers, displays and shop, and each of them leaves a core idle at times.
await Promise.all([
  ...runElements,
  hosts.length > 0 && total.part('Host pages', () => runNodeTests(hosts)),
]);
total.end();
