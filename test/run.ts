import './support/production.ts';
import { isSuite, suites } from './suites.ts';
import { buildShop } from './support/build-shop.ts';
import { noTests } from './support/count.ts';
import { runElementTests } from './support/element-tests.ts';
import { chromium } from './support/engines/chromium.ts';
import { runNodeTests } from './support/node-tests.ts';
import { findPostgres } from './support/postgres.ts';
import { readSelection } from './support/selection.ts';
import { createTotal } from './support/total.ts';
import { zonesOfElements } from './support/zones.ts';

/**
 * Runs one of the suites. Node and the elements run side by side, because each of them leaves a core
 * idle at times. Further arguments select the files whose path contains one of them:
 * `npm test -- money cart`; of those, `--sample 6 --seed 7` so many.
 */
const [name = '', ...given] = process.argv.slice(2);
if (!isSuite(name)) throw new Error(`There is no suite ${name}: ${Object.keys(suites).join(', ')}`);
const suite = suites[name];
const { words, sample } = readSelection(given);
const isWanted = (file: string) => words.length === 0 || words.some((word) => file.includes(word));
const chosen = new Set(
  sample([...suite.node, ...suite.journeys, ...suite.elements].filter(isWanted), String),
);
const [node, journeys, elements] = [suite.node, suite.journeys, suite.elements].map((files) =>
  files.filter((file) => chosen.has(file)),
) as [string[], string[], string[]];

const total = createTotal();
if (name === 'postgres' && !findPostgres()) {
  await total.part('PostgreSQL is left out: apt-get install postgresql-15', () =>
    Promise.resolve({ ...noTests(), skipped: 1 }),
  );
  node.length = 0;
}
if (journeys.length > 0) await buildShop();
await Promise.all([
  node.length + journeys.length > 0 &&
    total.part('Node', () => runNodeTests([...journeys, ...node])),
  elements.length > 0 &&
    total.part('Elements', () =>
      runElementTests(elements, chromium, { zonesOf: zonesOfElements(elements) }),
    ),
]);
total.end();
