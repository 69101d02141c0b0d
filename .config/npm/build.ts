import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format } from 'prettier';
import { readDeclarations } from './declarations.ts';
import { writeCodeData, writeWebTypes } from './editor-data.ts';
import { writeFrameworkTypes } from './framework-types.ts';
import { writeLlms } from './llms.ts';
import { type Manifest, publicManifest } from './manifest.ts';
import { publicElements } from './public-elements.ts';

/**
 * Turns the modules in `dist/npm` into a package, for `npm pack dist/npm`. The repository's own
 * package cannot be published in its place: it has the proxy's dependencies, which no shop needs.
 */
const FOLDER = 'dist/npm';
const MANIFEST = 'dist/custom-elements.json';
/** Written by hand, and checked by the apps of `npm run test:package`. */
const COPIED = '.config/npm/copied';

/** The packages that the modules import. `npm run test:package` runs with only these installed. */
const shipped = ['@lit/context', '@lit/task', 'date-fns', 'lit', 'uqr'];

/** Only `booking-widget/react` imports these. Optional, so that other shops do without them. */
const peers = { react: '>=18', '@lit/react': '^1.0.8' };

interface Package {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

const own = JSON.parse(readFileSync('package.json', 'utf8')) as Package;
const manifest = publicManifest(JSON.parse(readFileSync(MANIFEST, 'utf8')) as Manifest);
const elements = publicElements(manifest);

await writeTypes();
writeFileSync(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
writeJson('custom-elements.json', manifest);
writeJson('html-data.json', writeCodeData(elements));
writeJson('web-types.json', writeWebTypes(own, elements));
write('llms.txt', writeLlms(own.description, elements));
writeJson('package.json', describePackage());
cpSync('LICENSE', join(FOLDER, 'LICENSE'));
cpSync(join(COPIED, 'README.md'), join(FOLDER, 'README.md'));

async function writeTypes(): Promise<void> {
  for (const [path, text] of readDeclarations()) {
    write(join('types', path), path.includes('.schema.') ? await pretty(text) : text);
  }
  for (const name of ['react.d.ts', 'vue.d.ts', 'svelte.d.ts']) {
    cpSync(join(COPIED, name), join(FOLDER, 'types/frameworks', name));
  }
  write('types/frameworks/elements.d.ts', writeFrameworkTypes(elements));
}

function describePackage(): object {
  const { name, version, description, license } = own;
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    exports: {
      '.': { types: './types/index.d.ts', default: './index.js' },
      './react': { types: './types/frameworks/react.d.ts', default: './frameworks/react.js' },
      './vue': { types: './types/frameworks/vue.d.ts' },
      './svelte': { types: './types/frameworks/svelte.d.ts' },
      './custom-elements.json': './custom-elements.json',
      './html-data.json': './html-data.json',
      './package.json': './package.json',
    },
    types: './types/index.d.ts',
    // Importing the package defines no elements: the shop calls `define(tags)`. Only the React
    // module does that itself.
    sideEffects: ['./frameworks/react.js'],
    customElements: 'custom-elements.json',
    'web-types': 'web-types.json',
    dependencies: Object.fromEntries(
      shipped.map((dependency) => [dependency, `^${own.dependencies[dependency]}`]),
    ),
    peerDependencies: peers,
    peerDependenciesMeta: Object.fromEntries(
      Object.keys(peers).map((dependency) => [dependency, { optional: true }]),
    ),
  };
}

function write(path: string, text: string): void {
  const file = join(FOLDER, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function writeJson(path: string, value: object): void {
  write(path, `${JSON.stringify(value, null, 2)}\n`);
}

function pretty(text: string): Promise<string> {
  return format(text, { parser: 'typescript', singleQuote: true });
}
