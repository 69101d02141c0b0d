import { parseAst, type Plugin } from 'vite';

/**
 * Escapes what minifiers on host pages change although it means something. Widely used ones in PHP
 * know neither templates within templates nor every regular expression: they take the text in them
 * for code, remove blanks beside signs and what follows `//`, and write `true` as `!0`. Without its
 * blank, `<option .selected=…>` sets nothing.
 */
export function minifierProof(): Plugin {
  return {
    name: 'minifier-proof',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.code = escapeTexts(file.code);
      }
    },
  };
}

/** By its place in the code. */
interface Text {
  readonly type: 'TemplateElement' | 'Literal';
  readonly start: number;
  readonly end: number;
}

function escapeTexts(code: string): string {
  const texts = textsOf(parseAst(code)).sort((one, other) => one.start - other.start);
  let escaped = '';
  let end = 0;
  for (const text of texts) {
    const source = keepBlanks(code.slice(text.start, text.end));
    escaped += code.slice(end, text.start);
    escaped += text.type === 'TemplateElement' ? keepWords(source) : source;
    end = text.end;
  }
  return escaped + code.slice(end);
}

/** Between words, minifiers leave a blank. */
function keepBlanks(text: string): string {
  return text.replace(/(?<=^|\W) | (?=\W|$)/g, '\\x20');
}

function keepWords(text: string): string {
  return text
    .replace(/(?<!\\)\/(?=[/*])/g, '\\x2f')
    .replace(/\btrue\b/g, 'tru\\x65')
    .replace(/\bfalse\b/g, 'fals\\x65');
}

/**
 * Those of templates, at any depth and so also within a template's expressions, and regular
 * expressions.
 */
function textsOf(node: unknown): Text[] {
  if (Array.isArray(node)) return node.flatMap(textsOf);
  if (typeof node !== 'object' || node === null) return [];
  if (isText(node)) return [node];
  return Object.values(node).flatMap(textsOf);
}

function isText(node: object): node is Text {
  if (!('type' in node)) return false;
  return node.type === 'TemplateElement' || (node.type === 'Literal' && 'regex' in node);
}
