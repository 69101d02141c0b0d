import { isBuiltin } from 'node:module';
import { relative } from 'node:path';
import { build, type Plugin } from 'vite';

/**
 * Run by `npm run check`: `proxy/app.ts` with all its imports can be bundled for a browser, and the
 * bundle imports no Node module.
 */
const ENTRY = 'proxy/app.ts';
const faults: string[] = [];

const refuseNode: Plugin = {
  name: 'refuse-node',
  enforce: 'pre',
  resolveId(source, importer = '') {
    if (isBuiltin(source)) faults.push(`${relative('.', importer)} imports ${source}.`);
    return null;
  },
};

await build({
  configFile: false,
  logLevel: 'error',
  plugins: [refuseNode],
  build: {
    write: false,
    target: 'es2022',
    minify: false,
    lib: { entry: ENTRY, formats: ['es'], fileName: 'app' },
  },
}).catch((error: unknown) => {
  faults.push(`${ENTRY} does not bundle for a browser: ${(error as Error).message}`);
});

for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
