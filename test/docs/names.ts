import { readFileSync } from 'node:fs';
import { filesBelow } from '../support/files.ts';
import type { Page } from './page.ts';

const CODE = ['.ts', '.json', '.html', '.yaml', '.conf', 'Containerfile'];

/** All code, in which what a page names has to occur. */
const source = [
  ...['demo', 'proxy', 'src', 'test', '.config'].flatMap((folder) =>
    CODE.flatMap((ending) => filesBelow(folder, ending)),
  ),
  'package.json',
  '.ci/run',
]
  .filter((file) => !file.startsWith('test/docs/'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

/** What has a name of ours: variables, custom properties, tags and events, options of a tag. */
const NAMES =
  /\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b|(?<![\w.-]|[^<]\/)(?:--booking|booking|data)-[a-z\d-]*[a-z\d]\b/g;

/** Each attribute is an option of script tag, div and trigger too. */
const attributes = [
  ...readFileSync('dist/custom-elements.json', 'utf8').matchAll(/"attribute": "([\w-]+)"/g),
];
const optionsOfTag = new Set(attributes.map(([, name]) => `data-${name}`));

/** Names in a page's code that occur nowhere in the source. */
export function* unknownNames({ code, text }: Page): Iterable<string> {
  for (const name of new Set(code.flatMap((line) => line.match(NAMES) ?? []))) {
    // An example may name variables of its own.
    const isDeclared = new RegExp(`const \\{[^}]*\\b${name}\\b|_from": "${name}"`).test(text);
    const isKnown = new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(source);
    if (!isDeclared && !isKnown && !optionsOfTag.has(name)) yield `nothing is called ${name}`;
  }
}
