import assert from 'node:assert/strict';
import { test } from 'vitest';
import { longestElapsed, type Moment, provenElapsed } from '../../../proxy/journal/moment.ts';

/** The asking process has known the attempt for so long. */
const OBSERVED = 500;
const since: Moment = { wall: 1_000, process: 'p', monotonic: 1_000, platform: 1_000 };
const cases: [what: string, until: Moment, longest: number, proven: number][] = [
  ['they agree', { wall: 9_000, process: 'p', monotonic: 9_000, platform: 9_000 }, 8_000, 8_000],
  [
    'the wall clock was set forward',
    { wall: 99_000, process: 'p', monotonic: 9_000, platform: 9_000 },
    ...([98_000, 8_000] as const),
  ],
  [
    'the wall clock was set back',
    { wall: -99_000, process: 'p', monotonic: 9_000, platform: 9_000 },
    ...([8_000, 8_000] as const),
  ],
  [
    'the machine slept',
    { wall: 9_000, process: 'p', monotonic: 2_000, platform: 9_000 },
    ...([8_000, 1_000] as const),
  ],
  [
    'the machine slept, and the shared clock has not been asked since',
    { wall: 2_000, machine: 9_000, process: 'p', monotonic: 2_000, platform: 9_000 },
    ...([8_000, 1_000] as const),
  ],
  [
    "the platform's clock is behind",
    { wall: 9_000, process: 'p', monotonic: 9_000, platform: 2_000 },
    ...([8_000, 8_000] as const),
  ],
  [
    "it is another process, and the platform's clock says the least",
    { wall: 99_000, process: 'q', monotonic: 5, platform: 9_000 },
    ...([98_000, 8_000] as const),
  ],
  [
    "it is another process, and the platform's clock is a year ahead",
    { wall: 9_000, process: 'q', monotonic: 5, platform: 31_536_000_000 },
    ...([8_000, 8_000] as const),
  ],
  [
    "it is another process, and the platform's clock is a year behind",
    { wall: 9_000, process: 'q', monotonic: 5, platform: -31_536_000_000 },
    ...([8_000, OBSERVED] as const),
  ],
  [
    'it is another process, and the wall clock was set back',
    { wall: -99_000, process: 'q', monotonic: 5 },
    ...([-100_000, OBSERVED] as const),
  ],
  ['there is the wall clock alone', { wall: 9_000, process: 'q', monotonic: 5 }, 8_000, 8_000],
];
for (const [what, until, longest, proven] of cases) {
  test(`when ${what}, ${longest} ms have passed at most, and ${proven} are proven`, () => {
    assert.equal(longestElapsed(since, until), longest);
    assert.equal(provenElapsed(since, until, OBSERVED), proven);
  });
}
