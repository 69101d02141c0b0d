import { spawn } from 'node:child_process';
import { add, addTime, type Count, noTests } from './count.ts';

/** Files whose tests run in one process, one after the other. */
export interface Group {
  readonly timezone: string;
  readonly files: readonly string[];
}

/** The messages of a test process while it runs. */
export type Progress =
  | { readonly type: 'file-begins' | 'file-ends'; readonly file: string }
  | { readonly type: 'test-ends'; readonly result: 'passed' | 'failed' | 'skipped' };

/** Watches a test process, and kills it when it hangs. */
export type Watch = (kill: () => void) => {
  readonly see: (progress: Progress) => void;
  readonly end: () => void;
};

/** The result of a test process. */
interface Run {
  readonly count: Count;
  /** Files whose results are known. The rest have to run in another process. */
  readonly done: ReadonlySet<string>;
}

const AT_ONCE = 3;
const nodeArguments = [
  ...['--import', 'tsx'],
  ...['--import', './test/support/tracing.ts'],
  // Node 20 warns of its own timers for tests.
  '--disable-warning=ExperimentalWarning',
  '--test-reporter=./test/support/reporter.js',
  '--test-reporter-destination=stdout',
];

/** In milliseconds; only a process that hangs is silent for this long. */
const HANG = 600_000;

const watchTime: Watch = (kill) => {
  const timer = setTimeout(kill, HANG);
  return { see: () => timer.refresh(), end: () => clearTimeout(timer) };
};

/** Runs each group of test files in its own process, three at once. */
export async function runNodeTests(
  groups: readonly Group[],
  watch: Watch = watchTime,
): Promise<Count> {
  const waiting = [...groups];
  const total = noTests();
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let group = waiting.shift(); group; group = waiting.shift()) {
      add(total, await runGroup(group, watch));
    }
  });
  await Promise.all(workers);
  return total;
}

/** A file that ends its process fails; the files after it run in a new process. */
async function runGroup({ files, timezone }: Group, watch: Watch): Promise<Count> {
  const total = noTests();
  let left = files;
  while (left.length > 0) {
    const { count, done } = await runInOneProcess({ files: left, timezone }, watch);
    add(total, count);
    left = left.filter((file) => !done.has(file));
  }
  return total;
}

function runInOneProcess({ files, timezone }: Group, watch: Watch): Promise<Run> {
  const count = noTests();
  const done = new Set<string>();
  let current = files[0] ?? '';
  const began = new Map<string, number>();
  let testsOfFile = 0;
  let hangs = false;

  const child = spawn(process.execPath, [...nodeArguments, 'test/support/together.ts', ...files], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, TZ: timezone },
  });
  const watched = watch(() => {
    hangs = true;
    child.kill('SIGKILL');
  });

  function fail(what: string, why: string): void {
    count.failed += 1;
    console.log(`\n✗ ${what}\n  ${why}`);
  }

  child.on('message', (progress: Progress) => {
    switch (progress.type) {
      case 'file-begins':
        current = progress.file;
        began.set(current, performance.now());
        break;
      case 'test-ends':
        count[progress.result] += 1;
        testsOfFile += 1;
        break;
      case 'file-ends':
        if (testsOfFile === 0) fail(progress.file, 'It has no test.');
        testsOfFile = 0;
        done.add(progress.file);
        addTime(count, progress.file, performance.now() - (began.get(progress.file) ?? NaN));
    }
    watched.see(progress);
  });

  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      watched.end();
      const end = hangs ? 'it hangs' : `it ended with ${signal ?? code}`;
      if (!done.has(current)) {
        fail(current, `Its process did not come to the end of its tests: ${end}.`);
        done.add(current);
      } else if (hangs || (code !== 0 && count.failed === 0)) {
        fail([...done].join(', '), `Their process did not end well after their tests: ${end}.`);
      }
      resolve({ count, done });
    });
  });
}
