import { dirname, relative, resolve } from 'node:path';
import ts from 'typescript';
import { readsIn } from '../property-reads.ts';

/** What is found in the code of widget and proxy. Paths are those of the repository. */
export interface Code {
  /** The files that read what a type has at a path, such as `prices.value`. */
  readonly readersOf: (type: string, file: string, path: string) => string[];
  /** The files in which a string or a property has this name. */
  readonly filesNaming: (name: string) => string[];
}

export function readCode(): Code {
  const roots = ['src', 'proxy'].flatMap(
    (folder) => optionsOf(`${folder}/tsconfig.json`).fileNames,
  );
  const { options } = optionsOf('src/tsconfig.json');
  const program = ts.createProgram(roots, options);
  const checker = program.getTypeChecker();
  const pathOf = ({ fileName }: ts.SourceFile) => relative('.', fileName);
  const files = program.getSourceFiles().filter((file) => /^(src|proxy)\//.test(pathOf(file)));
  const reads = readsIn(
    files.filter((file) => !/\.schema\.ts$/.test(file.fileName)),
    checker,
  );
  const names = new Map(files.map((file) => [pathOf(file), namesIn(file)]));

  function typeOf(name: string, path: string): ts.Type {
    const file = program.getSourceFile(resolve(path));
    const symbol = file && checker.getSymbolAtLocation(file);
    const found = symbol && checker.getExportsOfModule(symbol).find((one) => one.name === name);
    if (!found) throw new Error(`${path} exports no ${name}.`);
    return checker.getDeclaredTypeOfSymbol(found);
  }

  /** Without null, undefined and the list around it. */
  function itemOf(type: ts.Type): ts.Type {
    const present = checker.getNonNullableType(type);
    const item = checker.getIndexTypeOfType(present, ts.IndexKind.Number);
    return item && !(present.flags & ts.TypeFlags.StringLike) ? itemOf(item) : present;
  }

  return {
    readersOf(name, file, path) {
      let type = typeOf(name, file);
      let property: ts.Symbol | undefined;
      for (const part of path.split('.')) {
        property = checker.getPropertyOfType(itemOf(type), part);
        if (!property) return [];
        type = checker.getTypeOfSymbol(property);
      }
      const found = (property?.declarations ?? []).flatMap((one) => [...(reads.get(one) ?? [])]);
      return [...new Set(found.map((fileName) => relative('.', fileName)))].toSorted();
    },

    filesNaming: (name) =>
      [...names]
        .filter(([, found]) => found.has(name))
        .map(([path]) => path)
        .toSorted(),
  };
}

function optionsOf(path: string): ts.ParsedCommandLine {
  const { config } = ts.readConfigFile(path, ts.sys.readFile) as { config: object };
  return ts.parseJsonConfigFileContent(config, ts.sys, dirname(path));
}

/** Strings, and the names of properties. */
function namesIn(file: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) names.add(node.text);
    if (ts.isPropertyAccessExpression(node)) names.add(node.name.text);
    if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) {
      names.add(node.name.getText());
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return names;
}
