import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { filesBelow } from '../support/files.ts';
import type { Page } from './page.ts';

/**
 * Folders of tests that are named after no folder of code, although the page, test/README.md, does
 * not say what is in them: test/state is named after src/state, test/proxy/orders after
 * proxy/orders, test/sandbox after demo/sandbox.
 */
export function* strayFolders({ code }: Page): Iterable<string> {
  const named = code.filter((path) => /^test\/.+\/$/.test(path));
  const folders = new Set(filesBelow('test', '.test.ts').map(dirname));
  for (const folder of folders) {
    const name = folder.replace('test/', '');
    const isOfCode = [name, `src/${name}`, `demo/${name}`].some((path) => existsSync(path));
    const isNamed = named.some((path) => `${folder}/`.startsWith(path));
    if (!isOfCode && !isNamed) yield `no code is in a folder called ${name}, as tests are`;
  }
}
