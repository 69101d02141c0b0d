import { type ChildProcess, spawn } from 'node:child_process';
import { runsInBrowser } from '../support/browser-tests.ts';

/** What the tests say about a mutant. `by`: the test that failed. */
export type Verdict =
  | { readonly is: 'killed'; readonly by: string }
  | { readonly is: 'survived' }
  /** The tests could not be loaded, so they say nothing about it. */
  | { readonly is: 'broken'; readonly by: string };

/** In milliseconds, and more for each file: Vitest tells of passed tests only once all have run. */
const HANG = 120_000;
const HANG_PER_FILE = 10_000;

/** Reports each test in a line as soon as its file has ended. */
const vitest = [
  ...['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts'],
  ...['--bail', '1', '--reporter', 'tap-flat'],
];

const running = new Set<ChildProcess>();
process.on('exit', () => running.forEach((child) => child.kill()));

/** Runs tests in a copy of the tree until one of them fails. */
export async function tryTests(files: readonly string[], folder: string): Promise<Verdict> {
  const elements = files.filter(runsInBrowser);
  const inNode = files.filter((file) => !elements.includes(file));
  if (inNode.length > 0) {
    const verdict = await run([...vitest, ...inNode], folder, {
      mayEnd: true,
      hang: HANG + inNode.length * HANG_PER_FILE,
    });
    if (verdict.is !== 'survived') return verdict;
  }
  if (elements.length === 0) return { is: 'survived' };
  // The test runner of elements has limits of its own, and ends the browser itself.
  const program = ['--import', 'tsx', 'test/run.ts', 'test', ...elements];
  return run(program, folder, { mayEnd: false, hang: HANG });
}

interface RunOptions {
  /** Whether the process may be ended once it hangs, or its first failure is known. */
  readonly mayEnd: boolean;
  /** In milliseconds; a process that is silent for this long hangs. */
  readonly hang: number;
}

/** As Vitest and the runner of elements print a test that failed. */
const FAILED = /^ *(?:✗|❌|not ok \d+ -) (.+?)(?: # time=.*)?$/gm;
/** A file is named alone if it could not be loaded, or was left out once a test had failed. */
const isTest = (name: string) => !/^test\/\S+$/.test(name);

function run(program: string[], cwd: string, { mayEnd, hang }: RunOptions): Promise<Verdict> {
  const child = spawn(process.execPath, program, { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
  running.add(child);
  let failed: string | undefined;
  let unloaded: string | undefined;
  let hangs = false;
  let output = '';

  const end = () => void (mayEnd && child.kill('SIGKILL'));
  const timer = setTimeout(() => {
    hangs = mayEnd;
    end();
  }, hang);
  child.stdout.on('data', (chunk: Buffer) => {
    timer.refresh();
    output += chunk.toString();
    const names = [...output.matchAll(FAILED)].map(([, name = '']) => name);
    failed ??= names.find(isTest);
    unloaded ??= names[0];
    if (failed !== undefined) end();
  });

  return new Promise((resolve) => {
    child.on('close', (code) => {
      clearTimeout(timer);
      running.delete(child);
      if (hangs) resolve({ is: 'killed', by: 'its tests hang' });
      else if (failed !== undefined) resolve({ is: 'killed', by: failed });
      else if (code === 0) resolve({ is: 'survived' });
      else resolve({ is: 'broken', by: unloaded ?? output.trim().slice(-500) });
    });
  });
}
