import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { killAtExit } from '../support/kill-at-exit.ts';

/** One of our programs in its own process, which can be restarted. */
export interface NodeProcess {
  /** Whether it has reported that it is ready, and has not ended since. */
  isUp(): boolean;
  /** Resolves when it is ready. @throws {Error} when it ends before */
  start(): Promise<void>;
  /**
   * SIGTERM. Resolves when it has finished what is in flight, and ended.
   * @throws {Error} when it has not ended well
   */
  stop(): Promise<void>;
  /** SIGSTOP: it does nothing until `resume`, and its connections stay open. */
  pause(): void;
  resume(): void;
  /** SIGKILL. Resolves when it has ended. @throws {Error} when it had ended by itself */
  kill(): Promise<void>;
  /** Kills it if it still runs. */
  end(): Promise<void>;
}

export interface NodeProcessOptions {
  readonly name: string;
  readonly script: string;
  /** Its working directory; by default that of this process. */
  readonly cwd?: string;
  readonly env: NodeJS.ProcessEnv;
  /** The beginning of the line that it prints when it is ready. */
  readonly readyLine: string;
  readonly onLine?: (line: string) => void;
}

/** The number of output lines in the error when a process ended by itself. */
const LAST_LINES = 20;

interface Running {
  readonly child: ChildProcess;
  /** Resolves to its exit code, or null after a signal that it did not handle. */
  readonly ended: Promise<number | null>;
}

export function createNodeProcess(options: NodeProcessOptions): NodeProcess {
  const { name, script, cwd, env, readyLine, onLine } = options;
  let running: Running | undefined;
  let isReady = false;
  let lastLines: string[] = [];

  function open(): Running {
    const child = spawn(process.execPath, [script], {
      env: { PATH: process.env['PATH'], ...env },
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    killAtExit(child);
    const ended = once(child, 'close').then(([code]) => {
      isReady = false;
      return code as number | null;
    });
    return { child, ended };
  }

  function endedByItself(): Error {
    return new Error(`${name} ended by itself:\n${lastLines.join('\n')}`);
  }

  async function endBy(signal: NodeJS.Signals): Promise<number | null | undefined> {
    isReady = false;
    running?.child.kill(signal);
    return running?.ended;
  }

  async function end(): Promise<void> {
    await endBy('SIGKILL');
  }

  return {
    isUp: () => isReady,

    async start() {
      const { child, ended } = open();
      running = { child, ended };
      await new Promise<void>((resolve, reject) => {
        watchLines(child, (line) => {
          lastLines = [...lastLines, line].slice(-LAST_LINES);
          if (line.startsWith(readyLine)) resolve();
          onLine?.(line);
        });
        ended.then(() => reject(endedByItself()), reject);
      });
      isReady = true;
    },

    async stop() {
      if ((await endBy('SIGTERM')) !== 0) throw endedByItself();
    },

    pause: () => void running?.child.kill('SIGSTOP'),
    resume: () => void running?.child.kill('SIGCONT'),

    async kill() {
      if (!isReady) throw endedByItself();
      await end();
    },

    end,
  };
}

/** Output arrives in chunks that may end in the middle of a line. */
function watchLines(child: ChildProcess, onLine: (line: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) {
    let rest = '';
    stream?.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      lines.forEach(onLine);
    });
  }
}
