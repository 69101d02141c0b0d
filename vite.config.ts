import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

/** Every language but English is a file beside the script. */
function languages(): Plugin {
  return {
    name: 'languages',
    generateBundle() {
      for (const file of readdirSync('src/messages').filter((name) => name.endsWith('.json'))) {
        const source = JSON.stringify(JSON.parse(readFileSync(`src/messages/${file}`, 'utf8')));
        this.emitFile({ type: 'asset', fileName: `messages/${file}`, source });
      }
    },
  };
}

/** The white space between a style's rules is for us, not for customers. */
function shortStyles(): Plugin {
  return {
    name: 'short-styles',
    transform(code, id) {
      if (!/\/src\/(styles|elements)\/.*\.ts$/.test(id)) return undefined;
      return code.replace(/css`[^`]*`/g, (style) =>
        style
          .replace(/\/\*.*?\*\//gs, '')
          .replace(/\s+/g, ' ')
          .replace(/ ?([{};]) ?/g, '$1'),
      );
    },
  };
}

/** `vite build`: the script tag's file. `--mode npm`: the npm package's modules. `--mode demo`: the demo page. */
export default defineConfig(({ mode }) => {
  if (mode === 'demo') {
    return {
      root: 'demo',
      base: './',
      // light-dark() stays as it is written: the page's switch sets color-scheme itself.
      build: { outDir: '../dist/demo', emptyOutDir: true, cssTarget: ['chrome130', 'safari18'] },
    };
  }
  if (mode === 'npm') {
    return {
      build: {
        target: 'es2022',
        outDir: 'dist/npm',
        emptyOutDir: true,
        minify: false,
        lib: { entry: 'src/index.ts', formats: ['es'] },
        rolldownOptions: {
          external: [/^lit/, /^@lit/, /^date-fns/],
          output: {
            preserveModules: true,
            preserveModulesRoot: 'src',
            entryFileNames: '[name].js',
          },
        },
      },
    };
  }
  return {
    plugins: [languages(), shortStyles()],
    build: {
      target: 'es2020',
      outDir: 'dist',
      emptyOutDir: false,
      // One classic script without imports or chunks: an optimiser may rename, combine, delay or copy it.
      lib: {
        entry: 'src/embed.ts',
        formats: ['iife'],
        name: 'bookingWidget',
        fileName: () => 'booking-widget.js',
      },
    },
  };
});
