import { readFileSync } from 'node:fs';

const NANOSECONDS = 1e6;

/**
 * CPU milliseconds of this thread, which leave out time when others have the core. Falls back to
 * elapsed time.
 */
function threadTime(): number {
  try {
    const [worked = ''] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ');
    return Number(worked) / NANOSECONDS;
  } catch {
    return performance.now();
  }
}

/** The longest block of the event loop while `run` ran, in milliseconds. */
export async function longestStretch(run: () => Promise<void>): Promise<number> {
  let longest = 0;
  let turn = threadTime();
  let isOver = false;
  const takeTurn = () => {
    const now = threadTime();
    longest = Math.max(longest, now - turn);
    turn = now;
    if (!isOver) setTimeout(takeTurn);
  };
  setTimeout(takeTurn);
  await run();
  isOver = true;
  takeTurn();
  return longest;
}

/** CPU milliseconds of all threads of this process while `run` ran. */
export async function processTime(run: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
