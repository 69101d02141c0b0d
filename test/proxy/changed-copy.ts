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
const SOURCES = ['package.json', 'proxy', 'src/contract', 'demo/sandbox', 'test/support/world.ts'];

/**
 * Loads a test module on a copy of the proxy in which a line of the source is replaced. `close`
 * removes the copy. @throws {Error} if the line does not occur exactly once, because then the
 * source has changed
 */
export async function loadChanged<Module>(
  { file, line, instead }: ChangedLine,
  [module, ...others]: readonly [string, ...string[]],
): Promise<Module & { readonly close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'booking-changed-'));
  for (const source of [...SOURCES, module, ...others]) {
    await cp(source, join(folder, source), { recursive: true });
  }
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  const text = await readFile(file, 'utf8');
  if (text.split(line).length !== 2) throw new Error(`${file} has not once: ${line}`);
  await writeFile(join(folder, file), text.replace(line, instead));
  const loaded = (await import(pathToFileURL(join(folder, module)).href)) as Module;
  return { ...loaded, close: () => rm(folder, { recursive: true }) };
}
