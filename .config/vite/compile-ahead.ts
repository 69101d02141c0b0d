import type { Plugin } from 'vite';

export const COMPILE_AHEAD = '//# allFunctionsCalledOnLoad\n';

/**
 * For slow phones: asks Chromium to compile all functions on another thread while the script is
 * being downloaded. Without it, each function is compiled on the main thread at its first call,
 * which took half of the script's start-up time and a quarter of the time to open an event (`npm
 * run bench:widget`).
 */
export function compileAhead(): Plugin {
  return {
    name: 'compile-ahead',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.code = COMPILE_AHEAD + file.code;
      }
    },
  };
}
