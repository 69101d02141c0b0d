import { dirname } from 'node:path';
import type { Group } from './node-tests.ts';
import { zonesOf } from './zones.ts';

/** Tests that search for a long time, and run by `npm run test:long`. */
export const isLong = (file: string) => file.endsWith('.long.test.ts');

/** Journeys wait a lot for their browser, so several processes of them fill the cores. */
const JOURNEY_PROCESSES = 4;

/** Files of one folder share a process, because starting one takes longer than most files do. */
export function inGroups(files: readonly string[]): Group[] {
  const journeys = files.filter(isJourney);
  const groups = new Map<string, { timezone: string; files: string[] }>();
  for (const file of files) {
    for (const timezone of zonesOf(file)) {
      const key = `${timezone} ${processOf(file, journeys)}`;
      const group = groups.get(key) ?? { timezone, files: [] };
      groups.set(key, group);
      group.files.push(file);
    }
  }
  // Long groups and journeys, which wait a lot, begin first, so that all cores have work until the
  // end.
  return [...groups.values()].toSorted((one, other) => weightOf(other) - weightOf(one));
}

const isJourney = (file: string) => file.startsWith('test/journeys/');

/** Files with the same name of a process share it. */
function processOf(file: string, journeys: readonly string[]): string {
  if (isJourney(file)) return `journeys ${journeys.indexOf(file) % JOURNEY_PROCESSES}`;
  const folders = dirname(file).split('/');
  return folders.slice(0, folders[1] === 'proxy' ? 3 : 2).join('/');
}

function weightOf({ files }: Group): number {
  return files.some(isJourney) ? 500 : files.length;
}
