import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { asciiOnly } from './.config/vite/ascii-only.ts';
import { compileAhead } from './.config/vite/compile-ahead.ts';
import { guardStart } from './.config/vite/guard-start.ts';
import { languages, messageFiles } from './.config/vite/message-files.ts';
import { minifyLiterals } from './.config/vite/minify-literals.ts';
import { scriptTarget } from './.config/vite/oldest-browsers.ts';
import { plainListeners } from './.config/vite/plain-listeners.ts';
import { withoutServer } from './.config/vite/without-server.ts';

/**
 * `vite build`: the script tag's file. `--mode npm`: the npm package's modules. `--mode demo`: the
 * demo pages. `--mode preview`: the same for a web space without a server. `--mode check`: the script
 * that looks at a host page.
 */
export default defineConfig(({ mode }) => {
  if (mode === 'demo' || mode === 'preview') {
    return {
      root: 'demo',
      base: './',
      define: { __LANGUAGES__: JSON.stringify(languages()) },
      ...(mode === 'preview' && { plugins: [withoutServer()] }),
      build: {
        outDir: `../dist/${mode}`,
        emptyOutDir: true,
        target: 'es2022',
        // light-dark() stays as it is written: the page's switch sets color-scheme itself.
        cssTarget: ['chrome130', 'safari18'],
        // The whole proxy and the whole sandbox are in a page without a server.
        chunkSizeWarningLimit: 2_000,
        rolldownOptions: { input: htmlFiles('demo') },
      },
    };
  }
  if (mode === 'npm') {
    return {
      build: {
        target: 'es2022',
        outDir: 'dist/npm',
        emptyOutDir: true,
        minify: false,
        lib: { entry: ['src/index.ts', 'src/frameworks/react.ts'], formats: ['es'] },
        rolldownOptions: {
          external: [/^lit/, /^@lit/, /^date-fns/, 'react'],
          output: {
            preserveModules: true,
            preserveModulesRoot: 'src',
            entryFileNames: '[name].js',
          },
        },
      },
    };
  }
  if (mode === 'check') {
    return {
      build: {
        target: scriptTarget,
        outDir: 'dist',
        emptyOutDir: false,
        lib: {
          entry: 'src/check/check.ts',
          formats: ['iife'],
          name: 'bookingCheck',
          fileName: () => 'booking-check.js',
        },
      },
    };
  }
  return {
    plugins: [
      messageFiles(),
      minifyLiterals(),
      plainListeners(),
      guardStart(),
      asciiOnly(),
      compileAhead(),
    ],
    build: {
      target: scriptTarget,
      outDir: 'dist',
      emptyOutDir: false,
      // One classic script without imports or chunks: an optimiser may rename, combine, delay or
      // copy it.
      lib: {
        entry: 'src/embed.ts',
        formats: ['iife'],
        name: 'bookingWidget',
        fileName: () => 'booking-widget.js',
      },
    },
  };
});

function htmlFiles(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.html')).map((file) => join(folder, file));
}
