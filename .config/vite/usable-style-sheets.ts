import type { Plugin } from 'vite';

const ASKED = /(["'])replace\1 ?in CSSStyleSheet\.prototype/g;

/**
 * Lit takes style sheets for constructable if they have `replace`, and then calls `replaceSync`.
 * The built script asks for what is called; without it, Lit adds style elements.
 */
export function usableStyleSheets(): Plugin {
  return {
    name: 'usable-style-sheets',
    transform(code, id) {
      if (!/\/css-tag\.js$/.test(id)) return undefined;
      if (code.match(ASKED)?.length !== 1) this.error('Lit asks for style sheets in another way.');
      return code.replace(ASKED, '"replaceSync" in CSSStyleSheet.prototype');
    },
  };
}
