import type { Plugin } from 'vite';

const ADDED = /(addEventListener|removeEventListener)\(this\.name, ?this, ?\w+\)/g;
const LISTENER = 'this.listener??=(event)=>this.handleEvent(event)';

/**
 * For two kinds of pages on which Lit's own listeners fail (`test/hosts/libraries.ts`). Lit passes
 * each listener as an object, which some replacements of `addEventListener` cannot call, so a
 * function is passed. Lit also passes it as its own options; on a page with Sugar, which gives
 * every object a method `once`, the browser would find that there, and every button would work only
 * once. No listener here has options, so none are passed.
 */
export function plainListeners(): Plugin {
  return {
    name: 'plain-listeners',
    transform(code, id) {
      if (!/\/lit-html\.js$/.test(id)) return undefined;
      if (code.match(ADDED)?.length !== 2) this.error('Lit adds its listeners in another way now.');
      return code.replace(ADDED, `$1(this.name,${LISTENER})`);
    },
  };
}
