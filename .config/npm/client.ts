import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

/**
 * Turns the modules in `dist/client` into a package, for `npm pack dist/client`: the client of API v3
 * by itself, with its command, without the proxy.
 */
const FOLDER = 'dist/client';
const ENTRY = 'proxy/platform/index.ts';
/** The packages that the modules import. */
const shipped = ['jose', 'zod'];

interface Package {
  readonly version: string;
  readonly license: string;
  readonly engines: object;
  readonly dependencies: Readonly<Record<string, string>>;
}

const { version, license, engines, dependencies } = JSON.parse(
  readFileSync('package.json', 'utf8'),
) as Package;

writeTypes();
const types = `./types/${ENTRY.replace('.ts', '.d.ts')}`;
write(
  'package.json',
  JSON.stringify(
    {
      name: 'booking-platform-client',
      version,
      description: 'A typed client of the Booking Platform API v3, for servers.',
      license,
      type: 'module',
      engines,
      exports: { '.': { types, default: './index.js' }, './package.json': './package.json' },
      types,
      bin: { 'booking-platform': './command.js' },
      sideEffects: false,
      dependencies: Object.fromEntries(shipped.map((name) => [name, `^${dependencies[name]}`])),
    },
    null,
    2,
  ),
);
cpSync('LICENSE', join(FOLDER, 'LICENSE'));
cpSync('proxy/platform/README.md', join(FOLDER, 'README.md'));

/** Declarations of the entry and of what they refer to. */
function writeTypes(): void {
  const declarations = readDeclarations();
  const wanted = [ENTRY];
  // The list is walked to what is added meanwhile.
  for (const path of wanted) {
    const text = declarations.get(path) ?? '';
    const imported = [...text.matchAll(/(?:from |import\()(['"])([.#][^'"]*)\1/g)].map(
      ([, , specifier = '']) => resolve(specifier, path),
    );
    wanted.push(...imported.filter((file) => !wanted.includes(file)));
    write(join('types', path.replace(/\.ts$/, '.d.ts')), importJavaScript(text, path));
  }
}

/** By path of the source. */
function readDeclarations(): Map<string, string> {
  const { config } = ts.readConfigFile('proxy/tsconfig.json', ts.sys.readFile) as {
    config: object;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, 'proxy');
  const program = ts.createProgram([ENTRY], {
    ...options,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
  });
  const declarations = new Map<string, string>();
  program.emit(undefined, (_, text, __, ___, sources) => {
    for (const { fileName } of sources ?? []) declarations.set(relative('.', fileName), text);
  });
  return declarations;
}

function resolve(specifier: string, from: string): string {
  const path = specifier.replace(/^#contract\/(.*?)(\.ts)?$/, 'src/contract/$1.ts');
  return path === specifier ? join(dirname(from), specifier) : path;
}

/** The package has `.js` files, and no `#contract`. */
function importJavaScript(text: string, path: string): string {
  return text.replace(/(from |import\()(['"])([.#][^'"]*)\2/g, (_, before, quote, specifier) => {
    const target = relative(dirname(path), resolve(specifier as string, path));
    const name = target.startsWith('.') ? target : `./${target}`;
    return `${before}${quote}${name.replace(/\.ts$/, '.js')}${quote}`;
  });
}

function write(path: string, text: string): void {
  const file = join(FOLDER, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text.endsWith('\n') ? text : `${text}\n`);
}
