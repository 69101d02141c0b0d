import type { Plugin } from 'vite';

/**
 * For pages that keep the script from starting, such as those whose Trusted Types policy refuses
 * Lit's (`test/hosts/policies.ts`): the console says why, once, and the link in the tag stays. And for
 * pages with MooTools (`test/hosts/libraries.ts`), whose own class takes the place of `Event`.
 */
export function guardStart(): Plugin {
  return {
    name: 'guard-start',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        // CustomEvent still extends the browser's own Event.
        file.code = `try{const Event=Object.getPrototypeOf(CustomEvent);${file.code}}catch(error){console.warn("<booking-widget> cannot start on this page: "+error)}`;
      }
    },
  };
}
