import type { Plugin } from 'vite';

/** CustomEvent still extends the browser's own Event where a library has replaced that. */
export const NATIVE_EVENT = 'const Event=Object.getPrototypeOf(CustomEvent);';

/**
 * Two guards against host pages. If the script cannot start, for example because the page's Trusted
 * Types policy refuses Lit's (`test/hosts/policies.ts`), the console says why, once, and the link
 * in the tag stays. Where MooTools has replaced `Event` with a class of its own
 * (`test/hosts/libraries.ts`), the script still uses the browser's.
 */
export function guardStart(): Plugin {
  return {
    name: 'guard-start',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        file.code = `try{${NATIVE_EVENT}${file.code}}catch(error){console.warn("<booking-widget> cannot start on this page: "+error)}`;
      }
    },
  };
}
