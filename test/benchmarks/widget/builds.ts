import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { copyTree } from '../../support/copy-tree.ts';

/** A commit or the working tree, in a folder of its own, with what was built from it. */
export interface Build {
  readonly name: string;
  readonly folder: string;
}

/** In milliseconds; a build that takes longer is ended. */
const LONGEST = 20 * 60_000;

/** Checks out a commit into a folder that is removed when this process ends, and builds it there. */
export async function buildCommit(commit: string): Promise<Build> {
  const hash = hashOf(commit);
  const name = hash.slice(0, 8);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'booking-commit-')));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  // A clone, because a worktree would stay in the list of this repository if it were not removed.
  await run('git', ['clone', '--quiet', '--shared', '--no-checkout', '.', folder], '.');
  await run('git', ['checkout', '--quiet', '--detach', hash], folder);
  if (lockfileIn(folder) === lockfileIn('.')) {
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  } else {
    console.log(`${name} has another lockfile, so its packages are installed by npm ci.`);
    await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], folder);
  }
  // What the shop serves; the npm package and the compiled proxy are not measured.
  for (const script of ['build:script', 'build:demo']) {
    await run('npm', ['run', '--silent', script], folder);
  }
  return { name, folder };
}

/** A copy of the working tree as it is, with its `dist`, which `npm run bench` has just built. */
export function copyOfWorkingTree(): Build {
  const folder = realpathSync(copyTree());
  cpSync('dist', join(folder, 'dist'), { recursive: true });
  return { name: 'now', folder };
}

function hashOf(commit: string): string {
  try {
    const args = ['rev-parse', '--verify', '--quiet', `${commit}^{commit}`];
    return execFileSync('git', args, { encoding: 'utf8' }).trim();
  } catch {
    throw new Error(`There is no commit ${commit} in this repository.`);
  }
}

function lockfileIn(folder: string): string {
  return readFileSync(join(folder, 'package-lock.json'), 'utf8');
}

/** Runs a program, which ends with this process at the latest, as does all that it started. */
function run(program: string, args: readonly string[], folder: string): Promise<void> {
  const child = spawn(program, args, {
    cwd: folder,
    // In a process group of its own, because npm does not end what its scripts have started.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const end = () => {
    const isRunning = child.exitCode === null && child.signalCode === null;
    if (child.pid !== undefined && isRunning) process.kill(-child.pid, 'SIGKILL');
  };
  // Before the folder is removed.
  process.prependListener('exit', end);
  const late = setTimeout(end, LONGEST);
  return new Promise<void>((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => {
      if (code === 0) done();
      else fail(new Error(`${[program, ...args].join(' ')} failed in ${folder}.`));
    });
  }).finally(() => {
    clearTimeout(late);
    process.off('exit', end);
  });
}
