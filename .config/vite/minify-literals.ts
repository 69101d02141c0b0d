import minify from '@lit-labs/rollup-plugin-minify-html-literals';
import type { Plugin } from 'vite';
import { styleTargets } from './oldest-browsers.ts';

/** Removes comments and white space from `html` and `css` templates, with Lit's own plugin. */
export function minifyLiterals(): Plugin {
  const plugin = minify({
    include: 'src/**',
    failOnError: true,
    options: {
      minifyOptions: {
        // Collapses white space to one space and never to none, because between two words it shows.
        conservativeCollapse: true,
        // Without targets it would write `(width<=700px)`, which Safari before 16.4 cannot read.
        minifyCSS: { targets: styleTargets },
      },
    },
  });
  // It is typed for Rollup, whose hooks Vite calls in the same way.
  return plugin as unknown as Plugin;
}
