import type { zones } from './zones.ts';

/** What is expected in the time zone that a `….zones.test.ts` runs in. */
export function inThisZone<Expected>(by: Record<(typeof zones)[number], Expected>): Expected {
  return by[Intl.DateTimeFormat().resolvedOptions().timeZone as keyof typeof by];
}
