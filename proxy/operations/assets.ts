import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Assets } from '../routes/widget.ts';

/** The widget, and what looks at a page that it does not work on. */
const SCRIPTS = ['booking-widget.js', 'booking-check.js'];

/** The built widget and its words. A proxy without them still serves pages that bring their own. */
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
