import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Assets } from '../routes/widget.ts';

/** The built widget and its words. A proxy without them still serves pages that bring their own. */
export function readAssets(folder: string): Assets {
  const script = filesIn(folder).filter((name) => name === 'booking-widget.js');
  const messages = filesIn(join(folder, 'messages')).map((name) => `messages/${name}`);
  return Object.fromEntries(
    [...script, ...messages].map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
