import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, mergeConfig, type Plugin, type UserConfig } from 'vite';
import { asciiOnly } from './.config/vite/ascii-only.ts';
import { compileAhead } from './.config/vite/compile-ahead.ts';
import { compileSchemas } from './.config/vite/compile-schemas.ts';
import { guardStart } from './.config/vite/guard-start.ts';
import { languages, messageFiles } from './.config/vite/message-files.ts';
import { minifierProof } from './.config/vite/minifier-proof.ts';
import { minifyLiterals } from './.config/vite/minify-literals.ts';
import { scriptTarget } from './.config/vite/oldest-browsers.ts';
import { plainListeners } from './.config/vite/plain-listeners.ts';
import { secondScript } from './.config/vite/second-script.ts';
import { usableStyleSheets } from './.config/vite/usable-style-sheets.ts';
import { withoutServer } from './.config/vite/without-server.ts';

/**
 * The script that pages embed, and the one that it loads after its list, with a file of messages beside
 * them for each language but English.
 */
const script: UserConfig = {
  plugins: [
    messageFiles(),
    minifyLiterals(),
    plainListeners(),
    usableStyleSheets(),
    minifierProof(),
    secondScript(),
    guardStart(),
    asciiOnly(),
    compileAhead(),
  ],
  build: {
    target: scriptTarget,
    outDir: 'dist',
    emptyOutDir: false,
    modulePreload: false,
    rolldownOptions: {
      input: 'src/embed.ts',
      output: {
        format: 'es',
        entryFileNames: 'booking-widget.js',
        chunkFileNames: 'second.js',
      },
    },
  },
};

/** The script behind `?booking-check`: it lists what is wrong on a host page. */
const check: UserConfig = {
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

/** The npm package's modules. */
const npm: UserConfig = {
  build: {
    target: 'es2022',
    outDir: 'dist/npm',
    emptyOutDir: true,
    minify: false,
    lib: { entry: ['src/index.ts', 'src/frameworks/react.ts'], formats: ['es'] },
    rolldownOptions: {
      external: [/^lit/, /^@lit/, /^date-fns/, 'react', 'uqr'],
      output: {
        preserveModules: true,
        preserveModulesRoot: 'src',
        entryFileNames: '[name].js',
      },
    },
  },
};

/** The package of the client of API v3, and its command. */
const client: UserConfig = {
  build: {
    target: 'es2022',
    outDir: 'dist/client',
    emptyOutDir: true,
    minify: false,
    lib: {
      entry: { index: 'proxy/platform/index.ts', command: 'proxy/operations/client.ts' },
      formats: ['es'],
    },
    rolldownOptions: {
      external: ['zod', 'jose', /^node:/],
      // Schemas of the contract that the client does not use.
      treeshake: { manualPureFunctions: ['z'] },
      output: { entryFileNames: '[name].js', chunkFileNames: 'client.js' },
    },
  },
};

function demo(outDir: string, plugins: Plugin[] = []): UserConfig {
  return {
    root: 'demo',
    base: './',
    define: { __LANGUAGES__: JSON.stringify(languages()) },
    plugins,
    build: {
      outDir: `../${outDir}`,
      emptyOutDir: true,
      target: 'es2022',
      // These browsers have light-dark(), so it is not compiled away: the demo's switch sets only
      // color-scheme.
      cssTarget: ['chrome130', 'safari18'],
      // Without a server, the pages bundle the whole proxy and the whole sandbox.
      chunkSizeWarningLimit: 2_000,
      rolldownOptions: { input: htmlFiles('demo') },
    },
  };
}

function htmlFiles(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.html')).map((file) => join(folder, file));
}

/** The builds by mode, for `vite build --mode npm`; without a mode it builds the script. */
const builds: Readonly<Record<string, UserConfig>> = {
  production: script,
  check,
  npm,
  client,
  demo: demo('dist/demo'),
  preview: demo('dist/preview', [messageFiles(), withoutServer()]),
};

const everywhere: UserConfig = {
  plugins: [compileSchemas()],
  // On a slow machine, Rolldown warns of the time that plugins take.
  build: { rolldownOptions: { checks: { bundlerTimings: false } } },
};

export default defineConfig(({ mode }) => {
  const build = builds[mode];
  if (!build) throw new Error(`There is no build called ${mode}.`);
  return mergeConfig(build, everywhere);
});
