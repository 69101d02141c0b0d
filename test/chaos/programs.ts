import { symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'vite';

export interface Programs {
  readonly proxy: string;
  readonly sandbox: string;
}

/**
 * Builds our programs from the sources in `root` as plain JavaScript, because processes that are
 * killed often have to start fast.
 */
export async function buildPrograms(folder: string, root = '.'): Promise<Programs> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [shortenTimes()],
    build: {
      ssr: true,
      target: 'node20',
      minify: false,
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: {
        input: { proxy: 'proxy/server.ts', sandbox: 'demo/sandbox/server.ts' },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
      },
    },
  });
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  return { proxy: join(folder, 'proxy.mjs'), sandbox: join(folder, 'sandbox.mjs') };
}

/** The run is over before the first sweep otherwise. Milliseconds, by names of `time-limits.ts`. */
const shortened = {
  SWEEP_EVERY: 3_000,
  SWEEP_CHECK_EVERY: 500,
  LONGEST_PAYMENT_PAUSE: 4_000,
};

function shortenTimes(): Plugin {
  return {
    name: 'shorten-times',
    transform(code, id) {
      if (!id.endsWith('/proxy/time-limits.ts')) return undefined;
      return Object.entries(shortened).reduce(
        (text, [name, milliseconds]) =>
          text.replace(new RegExp(`(?<=const ${name} = )[^;]+`), String(milliseconds)),
        code,
      );
    },
  };
}
