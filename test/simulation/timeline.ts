/** Virtual time: scheduled tasks run in order of their time, without real waiting. */
export interface Timeline {
  /** Milliseconds since the story began. */
  now(): number;
  at(time: number, happen: () => void): void;
  sleep(milliseconds: number): Promise<void>;
  /** Runs all tasks that are scheduled until `end`. */
  run(end: number): Promise<void>;
}

interface Scheduled {
  readonly time: number;
  readonly happen: () => void;
}

/** Lets all pending promise callbacks run. */
const drainMicrotasks = () => new Promise<void>((resolve) => setImmediate(resolve));

export function createTimeline(): Timeline {
  /**
   * Latest first. Of two at the same time, the one that was scheduled first is later in the list.
   */
  const schedule: Scheduled[] = [];
  let now = 0;

  function at(wanted: number, happen: () => void): void {
    const time = Math.max(wanted, now);
    const index = schedule.findLastIndex((scheduled) => scheduled.time > time);
    schedule.splice(index + 1, 0, { time, happen });
  }

  return {
    now: () => now,
    at,
    sleep: (milliseconds) => new Promise((resolve) => at(now + milliseconds, resolve)),

    async run(end) {
      await drainMicrotasks();
      for (let next = schedule.at(-1); next && next.time <= end; next = schedule.at(-1)) {
        schedule.pop();
        now = next.time;
        next.happen();
        await drainMicrotasks();
      }
      now = end;
    },
  };
}
