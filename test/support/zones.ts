/** West and east of Greenwich, and one in between with daylight saving time. */
export const zones = ['America/Los_Angeles', 'Asia/Tokyo', 'Europe/Berlin'];
/** Whatever takes the customer's time for that of an event in Berlin is wrong in both. */
const aroundTheEvents = ['America/Los_Angeles', 'Asia/Tokyo'] as const;

/**
 * What reads local time: it is tested in each of these zones, everything else once, in UTC. The
 * proxy and the sandbox know no local time, and a day is always the event's.
 */
const readsLocalTime = ['test/domain/', 'test/messages/'];

/** State that has days to pass on. The rest of it waits, asks and follows, and knows no day. */
const passesDaysOn = [
  'test/state/booking-controller.test.ts',
  'test/state/booking-flow',
  'test/state/session.test.ts',
];

/** Elements that count days of the customer's calendar, or tell him a time of his own clock. */
const readsCustomersClock = [
  ...['confirmation', 'date-picker', 'event-list', 'month-grid', 'month-grid-keyboard'],
  'withdrawal',
].map((name) => `test/elements/${name}.test.ts`);

/** The time zones in which a file of tests for Node is run. */
export function zonesOf(file: string): readonly string[] {
  if (readsLocalTime.some((path) => file.startsWith(path))) return zones;
  return passesDaysOn.some((path) => file.startsWith(path)) ? aroundTheEvents : ['UTC'];
}

/**
 * The time zones of each file of element tests. Where only the event's days and times are shown, one
 * zone on either side of the events' tells whether the customer's was taken for it.
 */
export function zonesOfElements(files: readonly string[]): (file: string) => readonly string[] {
  const oneZone = oneZoneEach(files);
  return (file) => (readsCustomersClock.includes(file) ? zones : oneZone(file));
}

/**
 * One time zone for each of all the files: in turn, so that there is one on either side of the
 * events' zone, and both have as much to do.
 */
export function oneZoneEach(files: readonly string[]): (file: string) => readonly string[] {
  const [west, east] = aroundTheEvents;
  return (file) => [files.indexOf(file) % 2 === 0 ? west : east];
}
