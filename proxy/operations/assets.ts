import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { paths, secondScriptIn } from '#contract/paths';
import { ConfigError } from '../config-error.ts';
import type { Assets } from '../routes/widget.ts';

/** The widget, and the diagnostic script of `?booking-check`. */
const SCRIPTS = [paths.script, paths.checkScript].map((path) => path.slice(1));

/**
 * The built scripts and messages; none if they are missing, as pages may host them elsewhere.
 *
 * @throws {ConfigError} if there is a first script without its second
 */
export function readAssets(folder: string): Assets {
  const scripts = filesIn(folder).filter((name) => SCRIPTS.includes(name));
  const messages = filesIn(join(folder, 'messages')).map((name) => `messages/${name}`);
  const read = (name: string) => [name, readFileSync(join(folder, name), 'utf8')] as const;
  const assets = Object.fromEntries([...scripts, ...messages].map(read));
  // The folder may still have that of an earlier build.
  const second = secondScriptIn(assets[paths.script.slice(1)] ?? '');
  if (!second) return assets;
  if (!filesIn(folder).includes(second)) {
    throw new ConfigError(`${folder}/${second} is missing: npm run build makes it`);
  }
  return { ...assets, ...Object.fromEntries([read(second)]) };
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
