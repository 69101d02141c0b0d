import { mock } from 'node:test';

/** Lets mocked timers run second by second, as a time-out counts a stall of any length as one. */
export function passSeconds(seconds: number): void {
  for (let passed = 0; passed < seconds; passed += 1) mock.timers.tick(1_000);
}
