import { runsInBrowser } from './support/browser-tests.ts';
import { filesBelow } from './support/files.ts';

/** What one command runs. */
export interface Suite {
  /** Rules, laws and the chain, without a browser of their own. */
  readonly node: readonly string[];
  /** What needs the built shop, and mostly a browser: journeys and host pages. */
  readonly journeys: readonly string[];
  /** Elements, which run in a page of Chromium. */
  readonly elements: readonly string[];
}

/** Journeys of money and of the second script, which every run of `npm test` makes. */
const ofEachRun = [
  'orders',
  'payment',
  'payment-of-nothing',
  'payment-of-requests',
  'second-script',
].map((name) => `test/journeys/${name}.test.ts`);
/** Elements that only the other journeys' command tests: each step in each language. */
const inAllLanguages = 'test/elements/languages.test.ts';

const all = filesBelow('test', '.test.ts');
const inFolder = (...folders: string[]) =>
  all.filter((file) => folders.some((folder) => file.startsWith(`test/${folder}/`)));
/** Searches that take long. */
const long = all.filter((file) => file.endsWith('.long.test.ts'));
const journeys = inFolder('journeys');
const elements = all.filter(runsInBrowser);
const ofOtherCommands = [...inFolder('engines', 'hosts', 'package', 'postgres'), ...long];

const none: Suite = { node: [], journeys: [], elements: [] };

/** By the command that runs them: `npm test`, else `npm run test:NAME`. */
export const suites = {
  test: {
    node: all.filter((file) => ![...ofOtherCommands, ...journeys, ...elements].includes(file)),
    journeys: ofEachRun,
    elements: elements.filter((file) => ![...ofOtherCommands, inAllLanguages].includes(file)),
  },
  journeys: {
    ...none,
    journeys: journeys.filter((file) => !ofEachRun.includes(file)),
    elements: [inAllLanguages],
  },
  long: { ...none, node: long },
  hosts: {
    ...none,
    journeys: ['hosts', 'minified', 'engines/chromium'].map((name) => `test/hosts/${name}.test.ts`),
  },
  package: { ...none, journeys: inFolder('package') },
  postgres: { ...none, node: inFolder('postgres') },
} satisfies Record<string, Suite>;

export const isSuite = (name: string): name is keyof typeof suites => name in suites;
