import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesBelow } from '../support/files.ts';
import type { Page } from './page.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Readonly<Record<string, string | undefined>>;
};
const tests = filesBelow('test', '.test.ts');

/** `npm run chaos -- 200 --postgres`, or `npm start -- busy`. */
const NPM = /\bnpm (?:run )?((?:(?<=run )|test|start)[\w:-]*)((?: --)(?: [^\s`#]+)+)?/g;

/** Commands of a page that npm or the command itself would refuse. */
export function* wrongCommands({ code, text }: Page): Iterable<string> {
  const named = [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, script = '']) => script);
  const alone = code.filter((span) => /^(bench|build|check|test):[\w-]+$/.test(span));
  for (const script of [...named, ...alone]) {
    if (!scripts[script]) yield `package.json has no script ${script}`;
  }
  for (const [, script = '', given = ''] of code.flatMap((line) => [...line.matchAll(NPM)])) {
    for (const word of given.split(' ').slice(2)) {
      if (!takes(script, word)) yield `npm run ${script} knows no ${word}`;
    }
  }
}

function takes(script: string, word: string): boolean {
  const isOption = /^[a-z-]+$/.test(word);
  // Else it is a number, a path, or stands for something: `WORD`.
  if (!isOption) return true;
  if (scripts[script]?.includes('test/run.ts')) return tests.some((file) => file.includes(word));
  const name = word.replace(/^--/, '');
  return new RegExp(`(?:--|['"])${name}['"]|\\b${name}\\b['"]?: `, 'i').test(sourceOf(script));
}

/** The program of a script, with all that it imports. */
function sourceOf(script: string): string {
  const command = scripts[script] ?? '';
  const [, other] = /npm run (\w+) -- /.exec(command) ?? [];
  if (other) return sourceOf(other);
  const [program] = /[\w./-]+\.[tj]s$/.exec(command) ?? [];
  if (!program) return '';
  const files = new Set([program.replace('dist/node/', '').replace(/\.js$/, '.ts')]);
  // A set is walked to what is added meanwhile.
  for (const file of files) {
    const imports = readFileSync(file, 'utf8').matchAll(/(?:from |import\()'(\.[^']+)'/g);
    for (const [, path = ''] of imports) {
      const imported = join(dirname(file), path);
      if (existsSync(imported)) files.add(imported);
    }
  }
  return [...files].map((file) => readFileSync(file, 'utf8')).join('\n');
}
