import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from '#contract/paths';
import type { Assets } from '../routes/widget.ts';

/** The widget, and the diagnostic script of `?booking-check`. */
const SCRIPTS = [paths.script, paths.checkScript].map((path) => path.slice(1));

/** The built scripts and messages; none if they are missing, as pages may host them elsewhere. */
export function readAssets(folder: string): Assets {
  const scripts = filesIn(folder).filter((name) => SCRIPTS.includes(name));
  const messages = filesIn(join(folder, 'messages')).map((name) => `messages/${name}`);
  return Object.fromEntries(
    [...scripts, ...messages].map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
