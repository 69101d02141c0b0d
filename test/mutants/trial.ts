import { spawn, type ChildProcess } from 'node:child_process';
import { runsInBrowser } from '../support/browser-tests.ts';
import { inGroups } from '../support/groups.ts';

/** What the tests say about a mutant. `by`: the test that failed. */
export type Verdict =
  | { readonly is: 'killed'; readonly by: string }
  | { readonly is: 'survived' }
  /** The tests could not be loaded, so they say nothing about it. */
  | { readonly is: 'broken'; readonly by: string };

/** In milliseconds; only a process that hangs is silent for this long. */
const HANG = 120_000;

const running = new Set<ChildProcess>();
process.on('exit', () => running.forEach((child) => child.kill()));

/** Runs tests in a copy of the tree until one of them fails. */
export async function tryTests(files: readonly string[], folder: string): Promise<Verdict> {
  const elements = files.filter(runsInBrowser);
  const inNode = files.filter((file) => !elements.includes(file));
  for (const group of inGroups(inNode)) {
    const program = ['test/support/together.ts', ...group.files];
    const verdict = await run(program, folder, { timezone: group.timezone, mayEnd: true });
    if (verdict.is !== 'survived') return verdict;
  }
  if (elements.length === 0) return { is: 'survived' };
  // The test runner of elements has limits of its own, and ends the browser itself.
  return run(['test/run.ts', ...elements], folder, { timezone: 'UTC', mayEnd: false });
}

interface RunOptions {
  readonly timezone: string;
  /** Whether the process may be ended once it hangs, or its first failure is known. */
  readonly mayEnd: boolean;
}

function run(program: string[], cwd: string, { timezone, mayEnd }: RunOptions): Promise<Verdict> {
  const loader = ['--import', 'tsx', '--disable-warning=ExperimentalWarning'];
  const reporter = [
    '--test-reporter=./test/support/reporter.js',
    '--test-reporter-destination=stdout',
  ];
  const child = spawn(process.execPath, [...loader, ...reporter, ...program], {
    cwd,
    env: { ...process.env, TZ: timezone },
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  });
  running.add(child);
  let failed: string | undefined;
  let hangs = false;
  let output = '';

  const end = () => void (mayEnd && child.kill('SIGKILL'));
  const timer = setTimeout(() => {
    hangs = mayEnd;
    end();
  }, HANG);
  child.on('message', () => timer.refresh());
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    failed ??= /^ *(?:✗|❌) (.+)\n/m.exec(output)?.[1];
    if (failed !== undefined) end();
  });

  return new Promise((resolve) => {
    child.on('close', (code) => {
      clearTimeout(timer);
      running.delete(child);
      if (hangs) resolve({ is: 'killed', by: 'its tests hang' });
      else if (failed === undefined && code === 0) resolve({ is: 'survived' });
      else if (failed === undefined) resolve({ is: 'broken', by: output.trim().slice(-500) });
      // The reporter names the file if it could not be loaded.
      else if (failed.startsWith('test/')) resolve({ is: 'broken', by: failed });
      else resolve({ is: 'killed', by: failed });
    });
  });
}
