import type { Plugin } from 'vite';

/**
 * For phones, whose main thread is slow: asks Chromium to compile all functions on another thread
 * while the script is being downloaded. Without it each function is compiled on the main thread at
 * its first call, which took half of the script's start and a quarter of opening an event
 * (`npm run bench:widget`).
 */
export function compileAhead(): Plugin {
  return {
    name: 'compile-ahead',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      }
    },
  };
}
