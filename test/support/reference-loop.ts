const ROUNDS = 100_000_000;

/** Milliseconds of a fixed loop of arithmetic, which tell how fast the machine is at the moment. */
export function timeReferenceLoop(): number {
  const started = performance.now();
  let sum = 0;
  for (let round = 0; round < ROUNDS; round += 1) sum = (sum * 31 + round) | 0;
  // The sum is used, so that the loop cannot be left out.
  return Number.isNaN(sum) ? NaN : performance.now() - started;
}
