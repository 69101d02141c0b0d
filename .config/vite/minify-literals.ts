import minify from '@lit-labs/rollup-plugin-minify-html-literals';
import type { Plugin } from 'vite';
import { styleTargets } from './oldest-browsers.ts';

/** Lit's own plugin takes comments and white space out of `html` and `css` templates. */
export function minifyLiterals(): Plugin {
  const plugin = minify({
    include: 'src/**',
    failOnError: true,
    options: {
      minifyOptions: {
        // Leaves one space where there was any: between two words it is seen.
        conservativeCollapse: true,
        // Without targets it would write `(width<=700px)`, which Safari before 16.4 cannot read.
        minifyCSS: { targets: styleTargets },
      },
    },
  });
  // It is typed for Rollup, whose hooks Vite calls in the same way.
  return plugin as unknown as Plugin;
}
