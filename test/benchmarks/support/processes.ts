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
  /**
   * Seconds that a core has worked for it and its children so far; NaN where the system does not
   * tell.
   */
  readonly worked: () => number;
  /** Megabytes in memory: now, and at most so far; NaN where the system does not tell. */
  readonly resident: () => { readonly now: number; readonly most: number };
}

interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** A file that takes what the process writes. */
  readonly log: string;
  readonly core: 0 | 1;
}

/**
 * Servers share core 0 and load comes from core 1, where there are two and `taskset` can tell them
 * apart.
 */
const canPin = availableParallelism() > 1 && has('taskset', '--version');

/** Whether a program is there. Debian keeps servers in a folder that only root looks into. */
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
  { env = {}, log, core }: StartOptions,
): Promise<Running> {
  const [program, ...rest] = pinned(core, command);
  const output = openSync(log, 'a');
  const child = spawn(program, rest, {
    env: environment(env),
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const close = async () => {
    child.kill('SIGTERM');
    // A server that waits for its idle connections would never end.
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

/**
 * A worker of nginx is a child of the process that was started. Linux counts in hundredths of a
 * second.
 */
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

/** Resolves when a server that was just started answers there, whatever it says. */
export async function untilListening(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const response = await fetch(url).catch(() => undefined);
    await response?.arrayBuffer();
    if (response) return;
    await new Promise((later) => setTimeout(later, 50));
  }
  throw new Error(`Nothing answers at ${url}.`);
}

/** A folder for logs, caches and stores, removed when the work is done or has failed. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'booking-benchmark-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Ends everything that was opened, the last one first, whatever becomes of the work. */
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
