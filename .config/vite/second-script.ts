import { createHash } from 'node:crypto';
import { parseAst, type Plugin } from 'vite';
import { secondScriptName } from '../../src/contract/paths.ts';
import { toAscii } from './ascii-only.ts';
import { COMPILE_AHEAD } from './compile-ahead.ts';
import { NATIVE_EVENT } from './guard-start.ts';

/** The proxy writes its address here. Without a proxy, the second script lies beside the first. */
const PROXY = '__BOOKING_PROXY__';

/**
 * Makes two scripts of the entry and of the chunk that it imports later: a classic script, and a
 * module with one function, which the first calls with what both use. An `import` of the first by
 * the second would load the first again, because a classic script is no module.
 */
export function secondScript(): Plugin {
  return {
    name: 'second-script',
    // Vite would preload what an imported chunk imports, which is only the first script.
    load: {
      order: 'pre',
      handler: (id) =>
        id === '\0vite/preload-helper.js'
          ? 'export const __vitePreload = (load) => load();'
          : undefined,
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const first = chunks.find(({ isEntry }) => isEntry);
      const second = chunks.find(({ isEntry }) => !isEntry);
      if (!first || !second || chunks.length > 2) {
        return this.error(`There are ${chunks.length} scripts instead of two.`);
      }
      const shared = withoutExports(first.code);
      const { code, values } = withoutExports(withImportsGiven(second.code, first.fileName));
      const body = `export default(given)=>{${NATIVE_EVENT}${code};return${values}}`;
      // Of both, because what the first gives has the same short names in every release.
      const hash = createHash('sha256').update(shared.code).update(body).digest('hex');
      const name = secondScriptName(hash.slice(0, 16));
      this.emitFile({ type: 'asset', fileName: name, source: COMPILE_AHEAD + toAscii(body) });
      delete bundle[second.fileName];
      const imported = new RegExp(`import\\((["'\`])\\./${second.fileName}\\1\\)`, 'g');
      if (shared.code.match(imported)?.length !== 1) {
        this.error(`${first.fileName} does not import ${second.fileName} exactly once.`);
      }
      const rest = shared.code.replace(imported, () => `importSecond(${shared.values})`);
      first.code = `(()=>{${importSecond(name)}${rest}})();`;
    },
  };
}

/**
 * Some browsers do not repeat an import that has failed, so each further one has another query,
 * which the proxy ignores.
 */
function importSecond(name: string): string {
  return `
let tries=0;
const importSecond=async(given)=>{
const proxy="${PROXY}";
const folder=proxy.startsWith("http")?proxy.replace(/\\/$/,""):".";
tries+=1;
const script=await import(folder+"/${name}"+(tries>1?"?try="+tries:""));
return script.default(given)};
`;
}

/** The code without its `export`, and an object with what it exports. */
function withoutExports(code: string): { readonly code: string; readonly values: string } {
  let values = '';
  const rest = replaceStatements(code, (statement) => {
    if (statement.type !== 'ExportNamedDeclaration') return undefined;
    values += statement.specifiers
      .map(({ local, exported }) => `${nameOf(exported)}:${nameOf(local)},`)
      .join('');
    return '';
  });
  return { code: rest, values: `{${values}}` };
}

/** The code with its imports from the other script as properties of `given`. */
function withImportsGiven(code: string, from: string): string {
  return replaceStatements(code, (statement) => {
    if (statement.type !== 'ImportDeclaration') return undefined;
    if (statement.source.value !== `./${from}`) {
      throw new Error(`The second script imports ${statement.source.value}.`);
    }
    const names = statement.specifiers.map((specifier) => {
      if (specifier.type !== 'ImportSpecifier') throw new Error('It imports a whole module.');
      return `${nameOf(specifier.imported)}:${specifier.local.name}`;
    });
    return `const{${names.join(',')}}=given;`;
  });
}

type Statement = ReturnType<typeof parseAst>['body'][number];
type ExportSpecifier = Extract<Statement, { type: 'ExportNamedDeclaration' }>['specifiers'][number];

function replaceStatements(
  code: string,
  replacement: (statement: Statement) => string | undefined,
): string {
  let rest = '';
  let at = 0;
  for (const statement of parseAst(code).body) {
    const text = replacement(statement);
    if (text === undefined) continue;
    rest += code.slice(at, statement.start) + text;
    at = statement.end;
  }
  return rest + code.slice(at);
}

function nameOf(name: ExportSpecifier['exported']): string {
  return name.type === 'Literal' ? JSON.stringify(name.value) : name.name;
}
