/** West and east of Greenwich, and one in between with daylight saving time. */
export const zones = ['America/Los_Angeles', 'Asia/Tokyo', 'Europe/Berlin'];
/** Code that confuses the customer's time with that of an event in Berlin fails in both. */
const aroundTheEvents = ['America/Los_Angeles', 'Asia/Tokyo'] as const;

/**
 * Code that reads local time is tested in all of these zones, everything else only in UTC. The
 * proxy and the sandbox use no local time; a day is always the event's.
 */
const readsLocalTime = [
  'test/domain/',
  'test/messages/',
  'test/visit/form/',
  'test/visit/calendar-file.test.ts',
  'test/visit/clashes.test.ts',
];

/** State that handles days. The rest of the state has no days. */
const passesDaysOn = [
  'test/state/session.test.ts',
  'test/visit/visit-controller.test.ts',
  'test/visit/visit-flow',
];

/** Elements that use the customer's calendar days or clock. */
const readsCustomersClock = [
  'elements/date-picker',
  'elements/event-list',
  'elements/day-grid',
  'elements/day-grid-keyboard',
  'visit/confirmation',
  'visit/withdrawal',
].map((name) => `test/${name}.test.ts`);

/** The time zones in which a Node test file runs. */
export function zonesOf(file: string): readonly string[] {
  if (readsLocalTime.some((path) => file.startsWith(path))) return zones;
  return passesDaysOn.some((path) => file.startsWith(path)) ? aroundTheEvents : ['UTC'];
}

/**
 * The time zones of each element test file. Where only the event's days and times are shown, one
 * zone is enough to detect that the customer's zone was used instead.
 */
export function zonesOfElements(files: readonly string[]): (file: string) => readonly string[] {
  const oneZone = oneZoneEach(files);
  return (file) => (readsCustomersClock.includes(file) ? zones : oneZone(file));
}

/**
 * One time zone per file, alternating between one west and one east of the events' zone, so that
 * both browsers have the same amount of work.
 */
export function oneZoneEach(files: readonly string[]): (file: string) => readonly string[] {
  const [west, east] = aroundTheEvents;
  return (file) => [files.indexOf(file) % 2 === 0 ? west : east];
}
