import type { Plugin } from 'vite';

const ADDED = /(addEventListener|removeEventListener)\(this\.name, ?this, ?\w+\)/g;

/**
 * Lit gives a listener's function as its options too, and a function has what a page's libraries have
 * given every object: with an inherited `once` each button would work once. No listener here has
 * options.
 */
export function plainListeners(): Plugin {
  return {
    name: 'plain-listeners',
    transform(code, id) {
      if (!/\/lit-html\.js$/.test(id)) return undefined;
      if (code.match(ADDED)?.length !== 2) this.error('Lit adds its listeners in another way now.');
      return code.replace(ADDED, '$1(this.name,this)');
    },
  };
}
