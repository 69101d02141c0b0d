import { readFileSync } from 'node:fs';
import { lengths } from '#contract/limits';
import type { Page } from './page.ts';

/** The number that a file gives a name: `const LIMIT = 30`, `chrome: 105`, `port('PORT', 80)`. */
function numberIn(file: string, name: string): number {
  const found = new RegExp(`\\b${name}(?: =|:|',) ([\\d_.]+)`).exec(readFileSync(file, 'utf8'));
  if (!found?.[1]) throw new Error(`${file} has no number ${name}.`);
  return Number(found[1].replaceAll('_', ''));
}

const { version, engines } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  version: string;
  engines: { node: string };
};
const BROWSERS = '.config/vite/oldest-browsers.ts';
const BROWSING = 'test/benchmarks/browsing.ts';
const oldest = (browser: string) => String(numberIn(BROWSERS, browser));
const grouped = (value: number) => value.toLocaleString('en');

/** By page, what it says with a figure, made from the source of the figure. */
const held: Readonly<Record<string, readonly string[]>> = {
  'README.md': [
    `http://localhost:${numberIn('demo/start.ts', 'DEMO_PORT')}/workbench/`,
    `Node ${engines.node.replace('>=', '')} or newer`,
    `${grouped(numberIn(BROWSING, 'VISITORS'))} visitors in ten minutes cause at most ` +
      `${numberIn(BROWSING, 'LIMIT')} calls`,
  ],
  'CHANGELOG.md': [`The first release will be ${version}`],
  'src/README.md': [
    `Chrome and Edge from ${oldest('chrome')}, Firefox from ${oldest('firefox')}, Safari from ` +
      oldest('safari'),
    `below ${numberIn('src/page/readable-text.ts', 'MINIMUM_CONTRAST')} : 1`,
    `at most ${lengths.sale_params} characters`,
    `**React** from ${/react: '>=(\d+)'/.exec(readFileSync('.config/npm/build.ts', 'utf8'))?.[1]}`,
  ],
  '.github/CONTRIBUTING.md': [],
  // What is promised here is held by whoever answers.
  '.github/SECURITY.md': ['within 3 days', 'within 7 days'],
};

/** Numbers that are names. */
const NAMES = /\d{4}-\d\d-\d\d|\b(GA4|ISO 4217|version 1|API v3|200|304|401|429|503)\b/g;

/** Figures of a page that nothing holds, and figures that are others by now. */
export function* unheldFigures({ path, text }: Page): Iterable<string> {
  const phrases = held[path];
  if (!phrases) return;
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
