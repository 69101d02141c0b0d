import type { Group } from './node-tests.ts';
import { zones, zonesOf } from './zones.ts';

/** Tests that search for a long time, and run by `npm run test:long`. */
export const isLong = (file: string) => file.endsWith('.long.test.ts');

/** Enough to fill the cores: journeys wait a lot for their browser. */
const PROCESSES = 4;

/**
 * Files share a few processes per time zone, because starting one takes longer than most files do.
 */
export function inGroups(files: readonly string[]): Group[] {
  const journeys = files.filter(isJourney);
  const others = files.filter((file) => !isJourney(file));
  // Journeys begin first, because they take longest.
  return [...inUtc(journeys), ...inUtc(others), ...inOtherZones(others)];
}

const isJourney = (file: string) => file.startsWith('test/journeys/');

function inUtc(files: readonly string[]): Group[] {
  const ofZone = files.filter((file) => zonesOf(file).includes('UTC'));
  return Array.from({ length: PROCESSES }, (_, process) => ({
    timezone: 'UTC',
    files: ofZone.filter((_file, index) => index % PROCESSES === process),
  })).filter(hasFiles);
}

function inOtherZones(files: readonly string[]): Group[] {
  return zones
    .map((timezone) => ({
      timezone,
      files: files.filter((file) => zonesOf(file).includes(timezone)),
    }))
    .filter(hasFiles);
}

const hasFiles = ({ files }: Group) => files.length > 0;
