import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Opened {
  /** Ends it, and waits until it has ended. */
  readonly close: () => Promise<void>;
}

export interface Running extends Opened {
  readonly signal: (name: NodeJS.Signals) => void;
  /** CPU seconds of the process and its children so far; NaN if the system does not report them. */
  readonly worked: () => number;
  /** Megabytes in memory, now and at the peak; NaN if the system does not report them. */
  readonly resident: () => { readonly now: number; readonly most: number };
}

interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The working directory; this process's by default. */
  readonly cwd?: string;
  /** The file for the output of the process. */
  readonly log: string;
  readonly core: 0 | 1;
}

/** Servers run on core 0 and the load generator on core 1, if there are two cores and `taskset`. */
const canPin = availableParallelism() > 1 && has('taskset', '--version');

/** Whether a program is installed, also in /usr/sbin, which is not in every user's PATH. */
export function has(program: string, versionFlag = '-v'): boolean {
  return (
    spawnSync(program, [versionFlag], { env: environment(), stdio: 'ignore' }).error === undefined
  );
}

export function pinned(core: 0 | 1, command: readonly string[]): [string, ...string[]] {
  const [program = '', ...rest] = canPin ? ['taskset', '-c', String(core), ...command] : command;
  return [program, ...rest];
}

export function environment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin`, ...more };
}

export function start(
  command: readonly string[],
  { env = {}, cwd, log, core }: StartOptions,
): Promise<Running> {
  const [program, ...rest] = pinned(core, command);
  const output = openSync(log, 'a');
  const child = spawn(program, rest, {
    env: environment(env),
    cwd,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const close = async () => {
    child.kill('SIGTERM');
    // Killed after a while, because a server may wait for idle connections for ever.
    const late = setTimeout(() => child.kill('SIGKILL'), 2_000);
    await ended;
    clearTimeout(late);
  };
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', () =>
      resolve({
        close,
        signal: (name) => child.kill(name),
        worked: () => workedFor(String(child.pid)),
        resident: () => residentOf(String(child.pid)),
      }),
    );
  });
}

/** Includes children, because nginx works in one. Linux counts in hundredths of a second. */
function workedFor(pid: string): number {
  try {
    const [, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const [user = NaN, system = NaN] = (fields[0] ?? '').split(' ').slice(11, 13).map(Number);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? [];
    return children.map(workedFor).reduce((sum, each) => sum + each, (user + system) / 100);
  } catch {
    return NaN;
  }
}

function residentOf(pid: string): { now: number; most: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const megabytes = (name: string) =>
      Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1000;
    return { now: megabytes('VmRSS'), most: megabytes('VmHWM') };
  } catch {
    return { now: NaN, most: NaN };
  }
}

/** Resolves when a server responds at this address with any status. */
export async function untilListening(url: string): Promise<void> {
  for (let attempt = 0; attempt < 1_200; attempt += 1) {
    const response = await fetch(url).catch(() => undefined);
    await response?.arrayBuffer();
    if (response) return;
    await new Promise((later) => setTimeout(later, 50));
  }
  throw new Error(`Nothing answers at ${url}.`);
}

/** Runs `work` with a temporary folder, which is removed in any case. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'booking-benchmark-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs `work`, and closes everything that was opened in reverse order in any case. */
export async function withAll<T>(
  work: (keep: <O extends Opened>(opened: O) => O) => Promise<T>,
): Promise<T> {
  const opened: Opened[] = [];
  try {
    return await work((one) => {
      opened.unshift(one);
      return one;
    });
  } finally {
    for (const { close } of opened) await close();
  }
}
