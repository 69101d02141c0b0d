import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { BrowserLauncher } from '@web/test-runner';

/** A browser engine that can run the element tests. */
export interface Engine {
  readonly name: string;
  /** Debian's packages that bring what is not installed; none when it can start. */
  missingPackages(): readonly string[];
  /** A browser of its own, on a computer in that time zone. */
  launcher(timezone: string): Promise<BrowserLauncher>;
}

/** Where a program of one of these names is installed. */
export function findProgram(...names: string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}
