import { dirname } from 'node:path';
import type { Group } from './node-tests.ts';
import { zonesOf } from './zones.ts';

/** They take as long as a whole folder, so they run in processes of their own. */
const longest = [
  'test/chaos/chaos.test.ts',
  'test/proxy/orders/simulation.test.ts',
  'test/proxy/platform/outages.test.ts',
  'test/proxy/platform/tokens-simulation.test.ts',
];

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

/** Files with the same name of a process share it: those of a folder, or one that takes long. */
function processOf(file: string, journeys: readonly string[]): string {
  if (longest.includes(file)) return file;
  if (isJourney(file)) return `journeys ${journeys.indexOf(file) % JOURNEY_PROCESSES}`;
  const folders = dirname(file).split('/');
  return folders.slice(0, folders[1] === 'proxy' ? 3 : 2).join('/');
}

function weightOf({ files }: Group): number {
  if (files.some((file) => longest.includes(file))) return 1_000;
  return files.some(isJourney) ? 500 : files.length;
}
