import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Paths below `folder` that end in `ending`, sorted. */
export function filesBelow(folder: string, ending: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path, ending) : path.endsWith(ending) ? [path] : [];
    })
    .sort();
}
