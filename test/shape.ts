import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { posix } from 'node:path';
import ts from 'typescript';
import { filesBelow } from './support/files.ts';

/**
 * Prints figures about the code of folders, to compare them with other code, and the longest files
 * and functions, as places to look: `npm run figures:shape`, or `npm run figures:shape -- FOLDER …`.
 * No check depends on them.
 */
const folders = process.argv.length > 2 ? process.argv.slice(2) : ['proxy', 'src'];
const LONGEST = 10;

/** By folder, from the ground up; each floor is a pattern of its paths. */
type Floors = Readonly<Record<string, readonly string[] | undefined>>;
const floors = createRequire(import.meta.url)('../.config/floors.cjs') as Floors;

interface Measured {
  readonly name: string;
  readonly lines: number;
}

/** The value below which this fraction of the sorted values lies. */
function quantile(sorted: readonly number[], fraction: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? 0;
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

function parse(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
}

/** Every function that has a name of its own, with the lines that it spans. */
function functionsOf(source: ts.SourceFile): Measured[] {
  const found: Measured[] = [];

  function visit(node: ts.Node): void {
    const name = ts.isFunctionLike(node) && nameOf(node);
    if (name) {
      const lineOf = (at: number) => source.getLineAndCharacterOfPosition(at).line;
      const lines = lineOf(node.end) - lineOf(node.getStart(source)) + 1;
      found.push({ name: `${source.fileName} ${name}`, lines });
    }
    ts.forEachChild(node, visit);
  }

  visit(source);
  return found;
}

function nameOf(node: ts.SignatureDeclaration): string | undefined {
  const { parent } = node;
  const name = node.name ?? (ts.isVariableDeclaration(parent) ? parent.name : undefined);
  return name?.getText();
}

function importsOf(source: ts.SourceFile): string[] {
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const { moduleSpecifier: specifier } = statement;
    if (!specifier || !ts.isStringLiteral(specifier) || !specifier.text.startsWith('.')) return [];
    return [posix.join(posix.dirname(source.fileName), specifier.text)];
  });
}

/** Imports of files on a higher floor, one line for each. */
function upwardImports(sources: readonly ts.SourceFile[], patterns: readonly string[]): string[] {
  const tests = patterns.map((pattern) => new RegExp(pattern));
  const floorOf = (path: string) => tests.findIndex((test) => test.test(path));
  return sources.flatMap((source) =>
    importsOf(source)
      .filter((path) => floorOf(path) > floorOf(source.fileName))
      .map((path) => `${source.fileName} → ${path}`),
  );
}

function printLongest(what: string, all: readonly Measured[]): void {
  console.log(`  longest ${what}:`);
  const longest = all.toSorted((one, other) => other.lines - one.lines).slice(0, LONGEST);
  for (const { name, lines } of longest) console.log(`${String(lines).padStart(7)}  ${name}`);
}

for (const folder of folders) {
  const sources = filesBelow(folder, '.ts').map(parse);
  const files = sources.map(({ fileName: name, text }) => ({ name, lines: linesOf(text).length }));
  const lines = sources.flatMap(({ text }) => linesOf(text));
  const characters = lines.reduce((sum, line) => sum + line.length, 0);
  const lengths = files.map((file) => file.lines).sort((one, other) => one - other);

  console.log(
    `${folder}: ${files.length} files, ${lines.length} lines that are not blank, ` +
      `${(characters / lines.length).toFixed(1)} characters a line; ` +
      `lines a file: median ${quantile(lengths, 0.5)}, p90 ${quantile(lengths, 0.9)}`,
  );
  printLongest('files', files);
  printLongest('functions', sources.flatMap(functionsOf));
  const upward = floors[folder] && upwardImports(sources, floors[folder]);
  if (!upward) continue;
  console.log(`  imports that run upwards: ${upward.length}`);
  for (const line of upward) console.log(`    ${line}`);
}
