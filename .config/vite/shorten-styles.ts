import type { Plugin } from 'vite';

/** Takes comments and white space out of `css` templates: they are for us, not for customers. */
export function shortenStyles(): Plugin {
  return {
    name: 'shorten-styles',
    transform(code, id) {
      if (!/\/src\/.*\.ts$/.test(id)) return undefined;
      return code.replace(/css`[^`]*`/g, (style) =>
        style
          .replace(/\/\*.*?\*\//gs, '')
          .replace(/\s+/g, ' ')
          .replace(/ ?([{};]) ?/g, '$1')
          // Not around a plus or a minus, which calc() would not read any more.
          .replace(/([:,]) /g, '$1')
          .replace(/\b0\./g, '.')
          .replaceAll(';}', '}'),
      );
    },
  };
}
