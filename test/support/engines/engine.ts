import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { BrowserLauncher, TestRunnerPlugin } from '@web/test-runner';

/** A browser engine that can run the element tests. */
export interface Engine {
  readonly name: string;
  /** Debian packages to install before it can start. */
  missingPackages(): readonly string[];
  /** Commands that only this engine has. */
  readonly plugins?: readonly TestRunnerPlugin[];
  /** Launches a browser of its own in that time zone. */
  launcher(timezone: string): Promise<BrowserLauncher>;
}

/** The path of the first of these programs that is installed. */
export function findProgram(...names: string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}
