import type { Plugin } from 'vite';

/**
 * Escapes what is not ASCII, because pages that are not in UTF-8 load copies of the script that are
 * served without a charset. Rolldown's `output.charset` leaves tagged templates as they are.
 */
export function asciiOnly(): Plugin {
  return {
    name: 'ascii-only',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.code = file.code.replace(/[^\0-\x7f]/g, escape);
      }
    },
  };
}

const escape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
