import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { alarmReasons } from '../proxy/alarm-reasons.ts';

/**
 * Run by `npm run check`: the README's tables of the public element match its source
 * (custom-elements.json), and every file and command that a README names exists.
 */
interface Named {
  name: string;
}
interface Declaration {
  tagName?: string;
  attributes?: Named[];
  events?: Named[];
  cssProperties?: Named[];
  cssParts?: Named[];
  slots?: Named[];
}
interface Manifest {
  modules: { path: string; declarations: Declaration[] }[];
}

const README = 'README.md';
const faults: string[] = [];

const manifest = JSON.parse(readFileSync('dist/custom-elements.json', 'utf8')) as Manifest;
const widget = manifest.modules
  .flatMap(({ declarations }) => declarations)
  .find(({ tagName }) => tagName === 'booking-widget');
if (!widget) throw new Error('The manifest has no booking-widget.');

const readme = readFileSync(README, 'utf8');

/** First cells, in backticks, of the table under a heading. */
function documented(heading: string): string[] {
  const section = readme.split(`### ${heading}\n`)[1]?.split(/\n##/)[0] ?? '';
  return [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, name = '']) => name);
}

function compare(heading: string, named: Named[] = []) {
  const inSource = named.map(({ name }) => name);
  const inReadme = documented(heading);
  for (const name of inSource) {
    if (!inReadme.includes(name)) faults.push(`${README}, ${heading}: ${name} is missing.`);
  }
  for (const name of inReadme) {
    if (!inSource.includes(name)) faults.push(`${README}, ${heading}: there is no ${name}.`);
  }
  if (inSource.length === 0) faults.push(`The manifest names nothing for ${heading}.`);
}

compare('Attributes', widget.attributes);
compare('Events', widget.events);
compare('Custom properties', widget.cssProperties);

const proxyReadme = readFileSync('proxy/README.md', 'utf8');
for (const reason of alarmReasons) {
  if (!proxyReadme.includes(`| \`${reason}\``)) {
    faults.push(`proxy/README.md: the alarm ${reason} is missing.`);
  }
}

/** Parts and slots that a page can address in its own tag. */
const ofTags = ['booking-widget', 'booking-button'].flatMap((tag) => {
  const { cssParts = [], slots = [] } =
    manifest.modules
      .flatMap(({ declarations }) => declarations)
      .find(({ tagName }) => tagName === tag) ?? {};
  return [
    ...cssParts.map(({ name }) => ({ name: `${tag}::part(${name})` })),
    ...slots.map(({ name }) => ({ name: name ? `${tag} [slot="${name}"]` : `${tag} > *` })),
  ];
});
compare('Parts and slots', ofTags);

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

/** The pages that name files, and the folders that their paths are relative to. */
const pages: Readonly<Record<string, readonly string[]>> = {
  [README]: ['.', 'dist/npm'],
  'proxy/README.md': ['.'],
  'src/README.md': ['.', 'dist/npm'],
  'test/README.md': ['.', 'test/simulation'],
  'demo/sandbox/README.md': ['.', 'demo/sandbox', 'test/sandbox'],
  'demo/ACCESSIBILITY.md': ['.'],
};
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};

/** `dist` exists, because this check runs after the build. */
const ofTheRepository = /^(\.ci|\.config|demo|dist|proxy|src|test)\/[\w./-]*$/;
const aloneWithItsFolder = /^[\w.-]+(\/[\w.-]+)*(\.(ts|js|cjs|json|md|html|css)|\/)$/;

/** The anchors that Git hosts generate from a page's headings. */
function anchorsOf(page: string): string[] {
  const headings = readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

for (const [page, folders] of Object.entries(pages)) {
  const text = readFileSync(page, 'utf8');

  for (const [, code = ''] of text.matchAll(/`([^`\n]+)`/g)) {
    if (!ofTheRepository.test(code) && !aloneWithItsFolder.test(code)) continue;
    if (!folders.some((folder) => existsSync(join(folder, code)))) {
      faults.push(`${page}: there is no ${code}.`);
    }
  }
  for (const [, target = ''] of text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)) {
    if (!existsSync(join(dirname(page), target))) faults.push(`${page}: there is no ${target}.`);
  }
  for (const [, path = '', anchor = ''] of text.matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)) {
    const target = path ? join(dirname(page), path) : page;
    if (existsSync(target) && !anchorsOf(target).includes(anchor)) {
      faults.push(`${page}: ${target} has no heading #${anchor}.`);
    }
  }
  for (const [, script = ''] of text.matchAll(/npm run ((?!-)[\w:-]+)/g)) {
    if (!(script in scripts)) faults.push(`${page}: package.json has no script ${script}.`);
  }
}

for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
