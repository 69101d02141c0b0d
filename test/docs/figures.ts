import { readFileSync } from 'node:fs';
import { lengths } from '#contract/limits';
import { scenarios } from '../../demo/sandbox/scenarios.ts';
import { grouped, numberIn } from './number-in.ts';
import type { Page } from './page.ts';
import { figuresOfProxy } from './proxy-figures.ts';

const { version, engines } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  version: string;
  engines: { node: string };
};
const BROWSERS = '.config/vite/oldest-browsers.ts';
const BROWSING = 'test/benchmarks/browsing.ts';
const oldest = (browser: string) => String(numberIn(BROWSERS, browser));
/** Node's oldest version, such as 20.19, and the release that it is of. */
const node = engines.node.replace('>=', '');
const release = parseInt(node, 10);
const mostItems = grouped(numberIn('demo/sandbox/api/list.ts', 'MAX_ITEMS'));
const narrow = numberIn('test/journeys/languages.test.ts', 'width');

/** By page, what it says with a figure, made from the source of the figure. */
const held: Readonly<Record<string, readonly string[]>> = {
  'README.md': [
    `http://localhost:${numberIn('demo/start.ts', 'DEMO_PORT')}/workbench/`,
    `Node ${node} or newer`,
    `${grouped(numberIn(BROWSING, 'VISITORS'))} visitors in ten minutes cause at most ` +
      `${numberIn(BROWSING, 'LIMIT')} calls`,
  ],
  'CHANGELOG.md': [`The first release will be ${version}`],
  'src/README.md': [
    `Chrome and Edge from ${oldest('chrome')}, Firefox from ${oldest('firefox')}, Safari from ` +
      oldest('safari'),
    `below ${numberIn('src/page/readable-text.ts', 'MINIMUM_CONTRAST')} : 1`,
    `at most ${lengths.sale_params} characters`,
    `needs ${numberIn('src/check/page.ts', 'STEP_WIDTH')} × ${numberIn('src/check/page.ts', 'STEP_HEIGHT')} px`,
    `**React** from ${/react: '>=(\d+)'/.exec(readFileSync('.config/npm/build.ts', 'utf8'))?.[1]}`,
  ],
  '.github/CONTRIBUTING.md': [],
  'proxy/README.md': [
    `Node ${node} or newer`,
    `Node ${release} is supported from ${node} on`,
    ...figuresOfProxy,
  ],
  'proxy/payments/README.md': [`After ${numberIn('proxy/payments/owed.ts', 'DUE_HOURS')} hours,`],
  'test/README.md': [],
  'demo/sandbox/README.md': [
    ...(['medium', 'large', 'huge', 'giant'] as const).map((name) => scenarios[name]().about),
    `dates for ${numberIn('demo/sandbox/scenarios.ts', 'YEAR')} days from today`,
    `has more than ${mostItems} items`,
    `cut at ${mostItems}`,
    String(numberIn('demo/sandbox/products/product.ts', 'AVAILABLE_WHEN_UNLIMITED')),
  ],
  'demo/ACCESSIBILITY.md': [
    `${numberIn('src/page/readable-text.ts', 'MINIMUM_CONTRAST')} : 1 for all text`,
    `400 % of ${grouped(narrow * 4)} px is ${narrow} px`,
    `scrolling at ${narrow} px`,
  ],
  // What is promised here is held by whoever answers.
  '.github/SECURITY.md': ['within 3 days', 'within 7 days'],
};

/** Numbers that are names: standards, their criteria, status codes, addresses, networks. */
const NAMES =
  /\d{4}-\d\d-\d\d|\b\d\.\d\.\d+\b|\b(3-D Secure|GA4|IPv6|base64|SHA-256|ISO 4217|WCAG 2\.2|version 1|API v3|127\.0\.0\.1|20[01]|304|40[01349]|421|429|50[0234])\b|\/(48|64)\b/g;

/** Figures of a page that nothing holds, and figures that are others by now. */
export function* unheldFigures({ path, text }: Page): Iterable<string> {
  const phrases = held[path] ?? [];
  const whole = text.replace(/\s+/g, ' ');
  let prose = text
    .replace(/^```[^]*?^```/gm, '')
    .replace(/<!-- (.+): written by .+ -->[^]*?<!-- end -->/g, '')
    .replace(/`[^`]*`|\]\([^)]*\)|^\d+\. /gm, ' ')
    .replace(/\s+/g, ' ');
  for (const phrase of phrases) {
    if (!whole.includes(phrase)) yield `“${phrase}” is no longer what it says`;
    prose = prose.replaceAll(phrase, ' ');
  }
  for (const [figure] of prose.replace(NAMES, ' ').matchAll(/\S* ?\S*\d[\d.,]* ?\S*/g)) {
    yield `nothing holds the figure in “${figure.trim()}”`;
  }
}
