/** Virtual time: what is scheduled happens in order of its time, and nothing waits for a clock. */
export interface Timeline {
  /** Milliseconds since the story began. */
  now(): number;
  at(time: number, happen: () => void): void;
  sleep(milliseconds: number): Promise<void>;
  /** Lets everything happen that is scheduled until `end`. */
  run(end: number): Promise<void>;
}

interface Scheduled {
  readonly time: number;
  readonly happen: () => void;
}

/** So that every promise that can go on has gone on. */
const drainMicrotasks = () => new Promise<void>((resolve) => setImmediate(resolve));

export function createTimeline(): Timeline {
  /** Latest first; of two at the same time the one that was scheduled first is later in the list. */
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
