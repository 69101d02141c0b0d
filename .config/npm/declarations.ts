import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

const SOURCE = 'src';
/** Types inferred from schemas have to be written out, because shops do not install zod. */
const isSchema = (file: string) => file.endsWith('.schema.ts');

/** Declarations of every module by path below `src`: `contract/date.schema.d.ts`. */
export function readDeclarations(): Map<string, string> {
  const { options, fileNames } = readProject();
  const program = ts.createProgram(fileNames, {
    ...options,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
  });
  const checker = program.getTypeChecker();
  const declarations = new Map<string, string>();
  for (const source of program.getSourceFiles()) {
    const path = relative(SOURCE, source.fileName);
    if (path.startsWith('..') || source.isDeclarationFile) continue;
    const name = path.replace(/\.ts$/, '.d.ts');
    if (isSchema(path)) declarations.set(name, writeSchemaTypes(source, checker));
    else program.emit(source, (_, text) => declarations.set(name, importJavaScript(text, path)));
  }
  return declarations;
}

function readProject(): ts.ParsedCommandLine {
  const { config } = ts.readConfigFile(join(SOURCE, 'tsconfig.json'), ts.sys.readFile) as {
    config: object;
  };
  return ts.parseJsonConfigFileContent(config, ts.sys, SOURCE);
}

/** The package has `.js` files, and no `#contract`, so neither would resolve there. */
function importJavaScript(text: string, path: string): string {
  const contract = `./${relative(dirname(path), 'contract')}`;
  return text
    .replace(/(from |import\()(['"])(\.[^'"]*)\.ts\2/g, '$1$2$3.js$2')
    .replace(/(from |import\()(['"])#contract\/([^'"]*)\2/g, `$1$2${contract}/$3.js$2`);
}

/** Writes out the types that a module of schemas exports. */
function writeSchemaTypes(source: ts.SourceFile, checker: ts.TypeChecker): string {
  const module = checker.getSymbolAtLocation(source);
  const exported = module ? checker.getExportsOfModule(module) : [];
  const types = exported.filter(
    ({ flags }) => flags & (ts.SymbolFlags.TypeAlias | ts.SymbolFlags.Interface),
  );
  const imports = new Map<string, string>();
  const written = types.map((symbol) => {
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    return `${commentOf(symbol, checker)}export type ${symbol.name} = ${writeType(type, symbol.name)};`;
  });
  const lines = [...imports].map(([name, from]) => `import type { ${name} } from '${from}';`);
  return `${[...lines, ...written, 'export {};'].join('\n')}\n`;

  function writeType(type: ts.Type, own = ''): string {
    const recursive = namedInterface(type);
    if (recursive && recursive.name !== own) return nameOf(recursive);
    if (type.flags & ts.TypeFlags.Boolean) return 'boolean';
    if (type.isUnion()) return [...new Set(type.types.map((part) => writeType(part)))].join(' | ');
    if (checker.isArrayType(type)) {
      const [element] = checker.getTypeArguments(type as ts.TypeReference);
      return `Array<${element ? writeType(element) : 'unknown'}>`;
    }
    if (isRecordOfNames(type)) {
      const members = checker.getPropertiesOfType(type).map(writeMember);
      return `{\n${members.join('\n')}\n}`;
    }
    return checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
  }

  function writeMember(member: ts.Symbol): string {
    const mark = member.flags & ts.SymbolFlags.Optional ? '?' : '';
    const type = writeType(checker.getTypeOfSymbol(member));
    return `${commentOf(member, checker)}${member.name}${mark}: ${type};`;
  }

  /** Interfaces can be recursive, so they are written as a name and never expanded. */
  function namedInterface(type: ts.Type): ts.Symbol | undefined {
    const symbol = type.getSymbol();
    const file = symbol?.declarations?.[0]?.getSourceFile().fileName ?? '';
    const isOurs = symbol && symbol.flags & ts.SymbolFlags.Interface && isSchema(file);
    return isOurs ? symbol : undefined;
  }

  function nameOf(symbol: ts.Symbol): string {
    const file = symbol.declarations?.[0]?.getSourceFile().fileName ?? '';
    if (file !== source.fileName) {
      const path = relative(dirname(source.fileName), file).replace(/\.ts$/, '.js');
      imports.set(symbol.name, `./${path}`);
    }
    return symbol.name;
  }

  function isRecordOfNames(type: ts.Type): boolean {
    const isObject = Boolean(type.flags & ts.TypeFlags.Object);
    return isObject && !type.getStringIndexType() && type.getCallSignatures().length === 0;
  }
}

function commentOf(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  return text ? `/** ${text.replaceAll('\n', '\n * ')} */\n` : '';
}
