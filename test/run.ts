import { runsInBrowser } from './support/browser-tests.ts';
import { buildShop } from './support/build-shop.ts';
import { runElementTests } from './support/element-tests.ts';
import { chromium } from './support/engines/chromium.ts';
import { filesBelow } from './support/files.ts';
import { inGroups, isLong } from './support/groups.ts';
import { runNodeTests } from './support/node-tests.ts';
import { createTotal } from './support/total.ts';
import { zonesOfElements } from './support/zones.ts';

/**
 * Runs all tests: Node tests (journeys through the built widget included) and element tests in real
 * browsers, side by side, because each of them leaves a core idle at times. Tests that read local
 * time run in several time zones, all others in UTC. Arguments select the files whose path contains
 * one of them: `npm test -- money cart`. Long searches (`.long.test.ts`) run by `npm run test:long`.
 */
const words = process.argv.slice(2);
const isWanted = (file: string) => words.length === 0 || words.some((word) => file.includes(word));
const allFiles = filesBelow('test', '.test.ts');
const files = allFiles.filter(isWanted);
const inFolder = (folder: string) => files.filter((file) => file.startsWith(`test/${folder}/`));
const zonesOf = zonesOfElements(allFiles);
const journeys = inFolder('journeys');
/** Run by other commands, because not every machine has what they need. */
const ofOtherCommands = ['engines', 'postgres', 'hosts', 'package'].flatMap(inFolder);
const ofThisCommand = files.filter((file) => !ofOtherCommands.includes(file) && !isLong(file));
const elements = ofThisCommand.filter(runsInBrowser);
const inNode = ofThisCommand.filter((file) => !elements.includes(file));

const total = createTotal();

if (journeys.length > 0) {
  await buildShop();
}
await Promise.all([
  inNode.length > 0 && total.part('Node and the journeys', () => runNodeTests(inGroups(inNode))),
  elements.length > 0 &&
    total.part('Elements', () => runElementTests(elements, chromium, { zonesOf })),
]);

total.end();
