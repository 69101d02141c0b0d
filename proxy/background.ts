import { describeError, type Log } from './log.ts';

/** Repeats a task, one run at a time, with a pause in milliseconds after each run. */
export type Every = (milliseconds: number, task: () => Promise<void>) => void;

/** The proxy's background jobs, from when it listens until it closes. */
export interface Background {
  readonly every: Every;
  start(): void;
  /** Starts no more runs, and resolves when those under way have ended. */
  stop(): Promise<void>;
}

interface Job {
  readonly milliseconds: number;
  readonly task: () => Promise<void>;
  timer?: ReturnType<typeof setTimeout>;
  running?: Promise<void>;
}

export function createBackground(log: Log): Background {
  const jobs: Job[] = [];
  let isStopped = false;

  function schedule(job: Job): void {
    if (isStopped) return;
    job.timer = setTimeout(() => {
      job.running = run(job);
    }, job.milliseconds);
  }

  async function run(job: Job): Promise<void> {
    try {
      await job.task();
    } catch (error) {
      // The next run may succeed.
      log({ event: 'background-failed', ...describeError(error) });
    }
    schedule(job);
  }

  return {
    every(milliseconds, task) {
      jobs.push({ milliseconds, task });
    },

    start() {
      jobs.forEach(schedule);
    },

    async stop() {
      isStopped = true;
      for (const { timer } of jobs) clearTimeout(timer);
      await Promise.all(jobs.map(({ running }) => running));
    },
  };
}
