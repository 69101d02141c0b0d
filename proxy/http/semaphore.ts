/** Lets a few jobs run at once; the others wait for their turn. */
export interface Semaphore {
  /**
   * Waiting owners take turns, however many jobs each of them has. Undefined if the backlog is
   * full, in which case the job never runs.
   */
  run<T>(job: () => Promise<T>, owner?: string): Promise<T> | undefined;
}

interface SemaphoreOptions {
  readonly atOnce: number;
  /** How many jobs may wait. */
  readonly backlog: number;
  /** Awaited after each job, before the next one takes its place. */
  readonly pause?: () => Promise<void>;
}

export function createSemaphore({ atOnce, backlog, pause }: SemaphoreOptions): Semaphore {
  let running = 0;
  let waiting = 0;
  /**
   * The waiting jobs of each owner, as functions that start them; the owner whose turn is next
   * comes first.
   */
  const queues = new Map<string, (() => void)[]>();

  async function runNow<T>(job: () => Promise<T>): Promise<T> {
    try {
      return await job();
    } finally {
      void passOn();
    }
  }

  /** The next job takes the place of the one that has ended. */
  async function passOn(): Promise<void> {
    await pause?.();
    const start = takeNext();
    if (start) start();
    else running -= 1;
  }

  function takeNext(): (() => void) | undefined {
    const [first] = queues;
    if (!first) return undefined;
    const [owner, queue] = first;
    const start = queue.shift();
    waiting -= 1;
    queues.delete(owner);
    if (queue.length > 0) queues.set(owner, queue);
    return start;
  }

  function enqueue(owner: string, start: () => void): void {
    const queue = queues.get(owner);
    if (queue) queue.push(start);
    else queues.set(owner, [start]);
    waiting += 1;
  }

  return {
    run(job, owner = '') {
      if (running < atOnce) {
        running += 1;
        return runNow(job);
      }
      if (waiting >= backlog) return undefined;
      return new Promise<void>((start) => enqueue(owner, start)).then(() => runNow(job));
    },
  };
}
