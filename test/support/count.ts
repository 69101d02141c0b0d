/** How many tests a run had, and how long they took. */
export interface Count {
  passed: number;
  failed: number;
  skipped: number;
  /** Milliseconds of each file, in all its time zones together. */
  readonly times: Map<string, number>;
}

export function noTests(): Count {
  return { passed: 0, failed: 0, skipped: 0, times: new Map() };
}

export function add(total: Count, { passed, failed, skipped, times }: Count): void {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  for (const [file, milliseconds] of times) addTime(total, file, milliseconds);
}

export function addTime({ times }: Count, file: string, milliseconds: number): void {
  times.set(file, (times.get(file) ?? 0) + milliseconds);
}
