/** How many tests a run had. */
export interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

export const noTests = (): Count => ({ passed: 0, failed: 0, skipped: 0 });
