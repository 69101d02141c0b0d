import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Replaces a line of the source, for example to remove a guard. */
export interface ChangedLine {
  readonly file: string;
  readonly line: string;
  readonly instead: string;
}

/** The sources of the proxy and the sandbox. */
const SOURCES = [
  'package.json',
  'tsconfig.json',
  'proxy',
  'src/contract',
  'demo/sandbox',
  'test/support/world.ts',
];

export interface ChangedCopy {
  readonly folder: string;
  readonly close: () => Promise<void>;
}

/** One line, or several that stand in for each other. */
export type Change = ChangedLine | readonly ChangedLine[];

/**
 * Copies the proxy, and replaces lines of its source, in a file each. `close` removes the copy.
 * @throws {Error} if a line does not occur exactly once, because then the source has changed
 */
export async function copyChanged(
  change: Change,
  others: readonly string[] = [],
): Promise<ChangedCopy> {
  const changed = await Promise.all([change].flat().map(replaceLine));
  const folder = await mkdtemp(join(tmpdir(), 'booking-changed-'));
  for (const source of [...SOURCES, ...others]) {
    await cp(source, join(folder, source), { recursive: true });
  }
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  for (const { file, text } of changed) await writeFile(join(folder, file), text);
  return { folder, close: () => rm(folder, { recursive: true }) };
}

async function replaceLine({ file, line, instead }: ChangedLine) {
  const text = await readFile(file, 'utf8');
  if (text.split(line).length !== 2) throw new Error(`${file} has not once: ${line}`);
  return { file, text: text.replace(line, instead) };
}

/** Loads a test module on such a copy. */
export async function loadChanged<Module>(
  change: Change,
  [module, ...others]: readonly [string, ...string[]],
): Promise<Module & { readonly close: () => Promise<void> }> {
  const { folder, close } = await copyChanged(change, [module, ...others]);
  const loaded = (await import(pathToFileURL(join(folder, module)).href)) as Module;
  return { ...loaded, close };
}
