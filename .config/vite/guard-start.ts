import type { Plugin } from 'vite';

/**
 * Says in the console, once, why the script could not start, where a page keeps it from that: a policy
 * of Trusted Types, for one, that refuses Lit's. The link in the tag stays then.
 */
export function guardStart(): Plugin {
  return {
    name: 'guard-start',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        // Some old libraries put a class of their own in the place of `Event`.
        file.code = `try{const Event=Object.getPrototypeOf(CustomEvent);${file.code}}catch(error){console.warn("<booking-widget> cannot start on this page: "+error)}`;
      }
    },
  };
}
