import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const APPS = 'test/package/apps';

export interface App {
  readonly folder: string;
  /** Runs a script of its package.json; throws with the output if it fails. */
  readonly run: (script: string) => Promise<void>;
  readonly remove: () => Promise<void>;
}

/**
 * A copy of an app with what its lockfile says, and the tarball. Its sources may be those of another
 * one, for another version of its framework.
 */
export async function installApp(name: string, tarball: string, sources = name): Promise<App> {
  const folder = await mkdtemp(join(tmpdir(), `booking-${name}-`));
  await cp(join(APPS, sources), folder, { recursive: true });
  await cp(join(APPS, name), folder, { recursive: true });
  await npm(folder, 'ci', '--no-fund', '--no-audit');
  await installTarball(folder, tarball);
  return {
    folder,
    run: async (script) => void (await npm(folder, 'run', '--silent', script)),
    remove: () => rm(folder, { recursive: true }),
  };
}

export async function installTarball(folder: string, tarball: string): Promise<void> {
  await npm(
    folder,
    'install',
    '--no-save',
    '--no-package-lock',
    '--no-fund',
    '--no-audit',
    tarball,
  );
}

/** Tests run as in production, where npm installs no development dependencies. */
const { NODE_ENV: _, ...env } = process.env;

/** Resolves to the output. */
export function npm(folder: string, ...words: string[]): Promise<string> {
  return new Promise((resolve, reject) =>
    execFile('npm', words, { cwd: folder, env, maxBuffer: 16_000_000 }, (error, stdout, stderr) => {
      if (error) reject(new Error(`npm ${words.join(' ')} failed:\n${stdout}\n${stderr}`));
      else resolve(stdout);
    }),
  );
}
