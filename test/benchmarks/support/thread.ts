import { readFileSync } from 'node:fs';

const NANOSECONDS = 1e6;

/**
 * Milliseconds that this thread has worked, so that it does not count when others have the core. Where
 * the system does not tell, milliseconds that have passed.
 */
function threadTime(): number {
  try {
    const [worked = ''] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ');
    return Number(worked) / NANOSECONDS;
  } catch {
    return performance.now();
  }
}

/** The longest time in milliseconds that nobody else had a turn while this ran. */
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

/** Milliseconds that all threads of this process have worked meanwhile. */
export async function processTime(run: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
