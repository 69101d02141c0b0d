/** West and east of Greenwich, and one in between with daylight saving time. */
export const zones = ['America/Los_Angeles', 'Asia/Tokyo', 'Europe/Berlin'] as const;

/** What depends on the customer's own day and time. */
export const inZones = (file: string) => file.endsWith('.zones.test.ts');

/**
 * The time zones of each element test file. Where only the event's days and times are shown, one
 * zone is enough to detect that the customer's zone was used instead.
 */
export function zonesOfElements(files: readonly string[]): (file: string) => readonly string[] {
  const oneZone = oneZoneEach(files);
  return (file) => (inZones(file) ? zones : oneZone(file));
}

/**
 * One time zone per file, alternating between one west and one east of the events' zone, so that
 * both browsers have the same amount of work.
 */
export function oneZoneEach(files: readonly string[]): (file: string) => readonly string[] {
  const [west, east] = zones;
  return (file) => [files.indexOf(file) % 2 === 0 ? west : east];
}
