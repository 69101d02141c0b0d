import { readFileSync } from 'node:fs';

/**
 * Compares the README's tables of the public element with what its source says
 * (custom-elements.json).
 */
interface Named {
  name: string;
}
interface Declaration {
  tagName?: string;
  attributes?: Named[];
  events?: Named[];
  cssProperties?: Named[];
}
interface Manifest {
  modules: { declarations: Declaration[] }[];
}

const manifest = JSON.parse(readFileSync('dist/custom-elements.json', 'utf8')) as Manifest;
const widget = manifest.modules
  .flatMap(({ declarations }) => declarations)
  .find(({ tagName }) => tagName === 'booking-widget');
if (!widget) throw new Error('The manifest has no booking-widget.');

const readme = readFileSync('README.md', 'utf8');

/** First cells, in backticks, of the table under a heading. */
function documented(heading: string): string[] {
  const section = readme.split(`### ${heading}\n`)[1]?.split(/\n##/)[0] ?? '';
  return [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, name = '']) => name);
}

const faults: string[] = [];
function compare(heading: string, named: Named[] = []) {
  const truth = named.map(({ name }) => name);
  const told = documented(heading);
  for (const name of truth) {
    if (!told.includes(name)) faults.push(`README, ${heading}: ${name} is missing.`);
  }
  for (const name of told) {
    if (!truth.includes(name)) faults.push(`README, ${heading}: there is no ${name}.`);
  }
  if (truth.length === 0) faults.push(`The manifest names nothing for ${heading}.`);
}

compare('Attributes', widget.attributes);
compare('Events', widget.events);
compare('Custom properties', widget.cssProperties);

for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
