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

/**
 * Copies the proxy, and replaces a line of its source. `close` removes the copy. @throws {Error} if
 * the line does not occur exactly once, because then the source has changed
 */
export async function copyChanged(
  { file, line, instead }: ChangedLine,
  others: readonly string[] = [],
): Promise<ChangedCopy> {
  const text = await readFile(file, 'utf8');
  if (text.split(line).length !== 2) throw new Error(`${file} has not once: ${line}`);
  const folder = await mkdtemp(join(tmpdir(), 'booking-changed-'));
  for (const source of [...SOURCES, ...others]) {
    await cp(source, join(folder, source), { recursive: true });
  }
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, file), text.replace(line, instead));
  return { folder, close: () => rm(folder, { recursive: true }) };
}

/** Loads a test module on such a copy. */
export async function loadChanged<Module>(
  change: ChangedLine,
  [module, ...others]: readonly [string, ...string[]],
): Promise<Module & { readonly close: () => Promise<void> }> {
  const { folder, close } = await copyChanged(change, [module, ...others]);
  const loaded = (await import(pathToFileURL(join(folder, module)).href)) as Module;
  return { ...loaded, close };
}
