import { timeReferenceLoop } from '../../support/reference-loop.ts';
import { median } from './figures.ts';

/** Divides times by that of the reference loop, so that runs on other machines can be compared. */
export interface Loops {
  /** Times the loop once more. */
  time(): void;
  /** As text, by the median of the loop's times. */
  in(milliseconds: number): string;
  /** The median of the loop's times, in milliseconds. */
  median(): number;
}

export function createLoops(): Loops {
  const times: number[] = [];
  return {
    time: () => void times.push(timeReferenceLoop()),
    in: (milliseconds) => (milliseconds / median(times)).toFixed(2),
    median: () => median(times),
  };
}
