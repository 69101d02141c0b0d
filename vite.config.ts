import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig, Visitor, type Plugin } from 'vite';

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

/**
 * Of the white space in a template one space is shown; nothing here is shown as it is written. And
 * ES2020 has no private members: left to the build, each would become a WeakMap that is asked at
 * every use.
 */
function shortElements(): Plugin {
  const shorten = (texts: string[]) =>
    texts
      .join('\0')
      .replace(/[ \t\n]+/g, ' ')
      .replace(/(<[^<>]*) >/g, '$1>')
      .split('\0');
  return {
    name: 'short-elements',
    transform(code, id) {
      if (!/\/src\/.*\.ts$/.test(id)) return undefined;
      const changes: { start: number; end: number; text: string }[] = [];
      new Visitor({
        TaggedTemplateExpression({ tag, quasi }) {
          if (tag.type !== 'Identifier' || tag.name !== 'html') return;
          const texts = shorten(quasi.quasis.map(({ value }) => value.raw));
          quasi.quasis.forEach(({ start, end }, index) =>
            changes.push({ start, end, text: texts[index] ?? '' }),
          );
        },
        PrivateIdentifier: ({ start, end, name }) =>
          void changes.push({ start, end, text: `_${name}` }),
      }).visit(this.parse(code));
      // From the end, so that what is before stays where it is.
      changes.sort((one, other) => other.start - one.start);
      return changes.reduce(
        (all, { start, end, text }) => all.slice(0, start) + text + all.slice(end),
        code,
      );
    },
  };
}

/**
 * `vite build`: the script tag's file. `--mode npm`: the npm package's modules. `--mode demo`: the
 * demo page.
 */
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
    plugins: [languages(), shortStyles(), shortElements()],
    build: {
      target: 'es2020',
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
