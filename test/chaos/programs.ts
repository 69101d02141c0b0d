import { symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';

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
