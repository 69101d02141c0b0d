import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Another line in the source, such as one without a guard. */
export interface ChangedLine {
  readonly file: string;
  readonly line: string;
  readonly instead: string;
}

/** What a proxy with a sandbox behind it is made of. */
const SOURCES = ['package.json', 'proxy', 'src/contract', 'demo/sandbox', 'test/support/world.ts'];

/**
 * A module of the tests on a copy of the proxy in which a line of the source is another one. `close`
 * removes it.
 * @throws {Error} where the line is not there once, because then it is not what it was
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
