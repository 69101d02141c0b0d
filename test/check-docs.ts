import { readdirSync, readFileSync } from 'node:fs';
import { alarmReasons } from '../proxy/alarm-reasons.ts';
import { wrongCommands } from './docs/commands.ts';
import { wrongExamples } from './docs/examples.ts';
import { unheldFigures } from './docs/figures.ts';
import { missingFiles } from './docs/files.ts';
import { strayFolders } from './docs/folders.ts';
import { unknownNames } from './docs/names.ts';
import { readPage } from './docs/page.ts';
import { questions } from './docs/questions.ts';

/**
 * Run by `npm run check`: what the pages name exists, what they say with a figure is so, the examples
 * compile, what has to be documented is, and twenty questions of readers are answered where they are looked for.
 */
const faults: string[] = [];

/** The pages, and the folders that the paths in them are relative to. */
const pages: Readonly<Record<string, readonly string[]>> = {
  'README.md': ['.'],
  'CHANGELOG.md': ['.'],
  '.github/CONTRIBUTING.md': ['.'],
  '.github/SECURITY.md': ['.'],
  'proxy/README.md': ['.'],
  'proxy/ORDER-CHECK.md': ['.'],
  'proxy/PROBLEMS.md': ['.'],
  'proxy/platform/FACES.md': ['.', 'src', 'proxy', 'demo'],
  'proxy/platform/README.md': ['.'],
  'proxy/payments/README.md': ['.'],
  'src/README.md': ['.', 'dist/npm'],
  'test/README.md': ['.', 'test/simulation'],
  'demo/sandbox/README.md': ['.', 'demo/sandbox', 'test/sandbox'],
  'demo/ACCESSIBILITY.md': ['.'],
};
const COLUMNS = 120;
const isWide = (text: string) =>
  text.split('\n').some((line) => line.startsWith('|') && line.length > COLUMNS);

for (const [path, folders] of Object.entries(pages)) {
  const page = readPage(path);
  const found = [
    ...missingFiles(page, folders),
    ...wrongCommands(page),
    ...unknownNames(page),
    ...unheldFigures(page),
  ];
  faults.push(...new Set(found.map((fault) => `${path}: ${fault}.`)));
  if (isWide(page.text)) {
    faults.push(`${path}: a table is wider than ${COLUMNS} columns.`);
  }
}

faults.push(...wrongExamples(Object.keys(pages).map(readPage)));

for (const fault of strayFolders(readPage('test/README.md')))
  faults.push(`test/README.md: ${fault}.`);

for (const { question, page, heading, answer } of questions) {
  const text = readPage(page).under(heading)?.replace(/\s+/g, ' ');
  if (text === undefined) faults.push(`${page} has no heading “${heading}”: ${question}`);
  for (const words of text === undefined ? [] : answer) {
    if (!text?.includes(words)) faults.push(`${page}, ${heading} lacks “${words}”: ${question}`);
  }
}

/** What has to have a row or a line of its own. */
function demand(path: string, names: readonly string[], lineOf: (name: string) => string): void {
  const { text } = readPage(path);
  for (const name of names) {
    if (!text.includes(lineOf(name))) faults.push(`${path}: ${name} is missing.`);
  }
}
const languages = readdirSync('src/messages').filter((file) => file.endsWith('.json'));
demand('proxy/README.md', alarmReasons, (reason) => `| \`${reason}\``);
demand('src/README.md', languages, (file) => `| \`${file.replace('.json', '')}\``);

/** Each line of the threat model names the test that holds it; `missingFiles` finds the file. */
const threats = readPage('.github/SECURITY.md').under('What is protected, and from whom') ?? '';
const [, ...lines] = threats.split(/^- /m);
if (lines.length === 0) faults.push('.github/SECURITY.md has no threat model.');
for (const line of lines) {
  if (!line.includes('`test/')) faults.push(`.github/SECURITY.md: no test holds “${line.trim()}”`);
}

interface Manifest {
  modules: {
    path: string;
    declarations: { cssParts?: { name: string }[]; slots?: { name: string }[] }[];
  }[];
}
const manifest = JSON.parse(readFileSync('dist/custom-elements.json', 'utf8')) as Manifest;

/** The parts and slots of an element's template have to be those that its doc comment names. */
for (const { path, declarations } of manifest.modules) {
  const source = readFileSync(path, 'utf8');
  const code = source.replace(/\/\*\*[^]*?\*\//g, '');
  const parts = [...code.matchAll(/\spart="([^"$]+)"/g)].flatMap(([, names = '']) =>
    names.split(' '),
  );
  const slots = [...code.matchAll(/<slot(?: name="([^"]+)")?/g)].map(([, name = '']) => name);
  const named = (what: 'cssParts' | 'slots') =>
    declarations.flatMap((declaration) => declaration[what] ?? []).map(({ name }) => name);
  for (const [what, rendered, documented] of [
    ['part', parts, named('cssParts')],
    ['slot', slots, named('slots')],
  ] as const) {
    for (const name of rendered) {
      if (!documented.includes(name)) faults.push(`${path}: its ${what} “${name}” has no words.`);
    }
    for (const name of documented) {
      if (!rendered.includes(name)) faults.push(`${path}: it renders no ${what} “${name}”.`);
    }
  }
}

for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
