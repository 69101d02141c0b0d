import type { Plugin } from 'vite';

/**
 * Escapes all characters but ASCII. A copy of the script that is served without a charset is read
 * in the page's encoding, which may not be UTF-8. Rolldown's `output.charset` does not escape
 * tagged templates.
 */
export function asciiOnly(): Plugin {
  return {
    name: 'ascii-only',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.code = toAscii(file.code);
      }
    },
  };
}

export function toAscii(code: string): string {
  return code.replace(/[^\0-\x7f]/g, escape);
}

const escape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
