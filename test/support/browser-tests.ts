import { readFileSync } from 'node:fs';

/** Whether a test file runs in a browser: those of elements import open-wc's helpers. */
export function runsInBrowser(file: string): boolean {
  return readFileSync(file, 'utf8').includes("from '@open-wc/testing'");
}
