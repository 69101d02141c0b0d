import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { anchorsOf, type Page, readPage } from './page.ts';

/** `dist` exists, because this check runs after the build. */
const ofTheRepository = /^(\.ci|\.config|demo|dist|proxy|src|test)\/[\w./-]*$/;
const aloneWithItsFolder = /^[\w.-]+(\/[\w.-]+)*(\.(ts|js|cjs|json|md|html|css)|\/)$/;

/** Files that a page names or links to and that are not there, and links to no heading. */
export function* missingFiles(page: Page, folders: readonly string[]): Iterable<string> {
  for (const code of page.code) {
    const isAlone = ofTheRepository.test(code) || aloneWithItsFolder.test(code);
    if (isAlone && !folders.some((folder) => existsSync(join(folder, code)))) {
      yield `there is no ${code}`;
    }
    // In a command, `./` and words after an equals sign are paths of the reader's own.
    for (const [path] of code.matchAll(/(?<![\w./:=-])(demo|proxy|src|test)\/[\w./-]+\.\w+/g)) {
      if (!existsSync(path)) yield `there is no ${path}`;
    }
  }
  for (const [, path = '', anchor] of page.text.matchAll(/\]\((?!https?:)([^)#]*)#?([^)]*)\)/g)) {
    const target = path ? join(dirname(page.path), path) : page.path;
    if (!existsSync(target)) yield `there is no ${target}`;
    else if (anchor && !anchorsOf(readPage(target)).includes(anchor)) {
      yield `${target} has no heading #${anchor}`;
    }
  }
}
