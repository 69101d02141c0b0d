import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { filesBelow } from './support/files.ts';

/**
 * Run by `npm run check`: no declaration and no file is named by a retired word
 * (`.config/retired-words.json`, which gives the replacement). An argument names another folder to
 * check.
 */
type Words = Readonly<Record<string, string>>;
interface RetiredWords {
  /** Whole names in all code. */
  readonly names: Words;
  /** Whole names in the product's code; in a test, the context can make them clear. */
  readonly vague: Words;
  /** Words within camelCase and kebab-case names, of things and files. */
  readonly parts: Words;
  /** Whole names of files. */
  readonly files: Words;
  /** Words that have another meaning in some places, and which. */
  readonly exempt: readonly {
    readonly words: readonly string[];
    readonly in: readonly string[];
    readonly because: string;
  }[];
}

interface Name {
  readonly text: string;
  readonly path: string;
  readonly line: number;
  readonly isFile: boolean;
}

const retired = JSON.parse(readFileSync('.config/retired-words.json', 'utf8')) as RetiredWords;
process.chdir(process.argv[2] ?? '.');

/** `createQuotedLine` and `create-quoted-line` both become `create-quoted-line`. */
function kebabOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .replace(/[_#$.]+/g, '-')
    .toLowerCase();
}

/** Every name that a file declares: of variables, functions, types, members and parameters. */
function declaredIn(path: string): Name[] {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  const names: Name[] = [];

  function visit(node: ts.Node): void {
    const name = nameOf(node);
    if (
      name &&
      (ts.isIdentifier(name) || ts.isPrivateIdentifier(name) || ts.isStringLiteral(name))
    ) {
      const { line } = source.getLineAndCharacterOfPosition(name.getStart(source));
      names.push({ text: name.text.replace('#', ''), path, line: line + 1, isFile: false });
    }
    ts.forEachChild(node, visit);
  }

  visit(source);
  return names;
}

function nameOf(node: ts.Node): ts.Node | undefined {
  if (
    ts.isVariableDeclaration(node) ||
    ts.isBindingElement(node) ||
    ts.isParameter(node) ||
    ts.isTypeParameterDeclaration(node) ||
    ts.isFunctionLike(node) ||
    ts.isClassLike(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isPropertyAssignment(node)
  ) {
    return node.name;
  }
  // A name that another module has chosen is checked there.
  return ts.isImportSpecifier(node) && node.propertyName ? node.name : undefined;
}

function isExempt(word: string, path: string): boolean {
  return retired.exempt.some(
    ({ words, in: places }) =>
      words.includes(word) && places.some((place) => path.startsWith(place)),
  );
}

/** The replacement, if a name is retired or contains a retired word. */
function replacementOf({ text, path, isFile }: Name): string | undefined {
  const vague = path.startsWith('test/') ? {} : retired.vague;
  const names: Words = isFile ? retired.files : { ...retired.names, ...vague };
  const kebab = kebabOf(text);
  const isRetired = (word: string) => !isExempt(word, path);
  const part = Object.keys(retired.parts)
    .filter(isRetired)
    .find((word) => `-${kebab}-`.includes(`-${word}-`));
  if (part !== undefined) return retired.parts[part];
  return Object.hasOwn(names, kebab) && isRetired(kebab) ? names[kebab] : undefined;
}

const paths = ['src', 'proxy', 'demo', 'test'].flatMap((folder) => filesBelow(folder, '.ts'));
const fileNames = paths.map((path): Name => {
  const text = path.replace(/^.*\//, '').replace(/\..*$/, '');
  return { text, path, line: 1, isFile: true };
});
const faults = [...fileNames, ...paths.flatMap(declaredIn)].flatMap((name) => {
  const replacement = replacementOf(name);
  return replacement ? [`${name.path}:${name.line}: ${name.text} → ${replacement}`] : [];
});

for (const fault of faults) console.error(fault);
if (faults.length > 0) console.error(`${faults.length} retired words are in use.`);
process.exitCode = faults.length > 0 ? 1 : 0;
