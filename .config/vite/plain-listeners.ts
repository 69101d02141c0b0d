import type { Plugin } from 'vite';

const ADDED = /(addEventListener|removeEventListener)\(this\.name, ?this, ?\w+\)/g;

/**
 * For pages with Sugar, which gives every object a method `once` (`test/hosts/libraries.ts`). Lit
 * passes each listener as its own options, so the browser would find the inherited `once` there,
 * and every button would work only once. No listener here has options, so none are passed.
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
