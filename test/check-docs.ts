import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { alarmReasons } from '../proxy/alarm-reasons.ts';

/** Run by `npm run check`: what the pages name exists, and what exists is named. */
interface Named {
  name: string;
}
interface Declaration {
  cssParts?: Named[];
  slots?: Named[];
}
interface Manifest {
  modules: { path: string; declarations: Declaration[] }[];
}

const faults: string[] = [];

const manifest = JSON.parse(readFileSync('dist/custom-elements.json', 'utf8')) as Manifest;

const proxyReadme = readFileSync('proxy/README.md', 'utf8');
for (const reason of alarmReasons) {
  if (!proxyReadme.includes(`| \`${reason}\``)) {
    faults.push(`proxy/README.md: the alarm ${reason} is missing.`);
  }
}

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
  'README.md': ['.'],
  'CHANGELOG.md': ['.'],
  '.github/CONTRIBUTING.md': ['.'],
  '.github/SECURITY.md': ['.'],
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
